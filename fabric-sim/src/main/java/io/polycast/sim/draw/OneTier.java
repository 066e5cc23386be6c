package io.polycast.sim.draw;

import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.time.Rng;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/** Draws that one switch of a tree alone begins anew: it restarts, or its entry is set again. */
final class OneTier {
    private static final FaultKind[] KINDS = {
        FaultKind.RESTART_KEEPING_STATE, FaultKind.RESTART_LOSING_STATE, FaultKind.CONTROL_REPEATED
    };

    private OneTier() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (scenario.shape().kind() == Shape.Kind.SINGLE || !rng.percent(50)) {
            return scenario;
        }
        final Topology topology = scenario.shape().build();
        final GroupPlan plan = scenario.groups().get(rng.nextInt(scenario.groups().size()));
        final int host = plan.hosts().get(rng.nextInt(plan.hosts().size()));
        final int node =
                rng.percent(60)
                        ? topology.peerNode(topology.hostNode(host), 0)
                        : rng.nextInt(topology.switchCount());
        final long endNs = scenario.trouble().endNs();
        final long atNs = Math.min(rng.nextLong(endNs / 2), rng.nextLong(endNs / 2));
        final List<Fault> faults = new ArrayList<>(scenario.trouble().faults());
        faults.add(
                new Fault(
                        KINDS[rng.nextInt(KINDS.length)],
                        atNs,
                        1 + rng.nextLong(Math.min(20_000, endNs - atNs)),
                        node,
                        0));
        return scenario.withFaults(faults);
    }
}
