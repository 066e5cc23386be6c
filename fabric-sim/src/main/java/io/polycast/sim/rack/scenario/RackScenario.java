package io.polycast.sim.rack.scenario;

import java.util.List;

/**
 * What a run simulates. Nothing else, the seed apart, decides its events.
 *
 * @param settings constants
 * @param flows of the run
 * @param warmUpPs from which on totals are measured
 * @param endPs of the run
 * @param binPs of time series, at least 1
 * @param seed of link errors
 */
public record RackScenario(
        RackSettings settings,
        List<RackFlow> flows,
        long warmUpPs,
        long endPs,
        long binPs,
        long seed) {
    /** Takes a copy of the list. */
    public RackScenario {
        if (warmUpPs < 0 || warmUpPs >= endPs || binPs < 1 || flows.isEmpty()) {
            throw new IllegalArgumentException(
                    "warmUpPs=" + warmUpPs + " endPs=" + endPs + " binPs=" + binPs);
        }
        flows = List.copyOf(flows);
    }
}
