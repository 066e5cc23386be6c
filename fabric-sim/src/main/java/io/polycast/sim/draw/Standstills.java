package io.polycast.sim.draw;

import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.List;

/** Draws switches whose processes stand still, for less or for more than exchanges may be idle. */
final class Standstills {
    /** Of the scale of a run, also when exchanges never end. */
    private static final long LONGEST_NS = 10_000_000;

    private Standstills() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (!rng.percent(35)) {
            return scenario;
        }
        final long idleNs = Math.min(scenario.switches().idleAnewNs(), LONGEST_NS);
        final List<Fault> faults = new ArrayList<>(scenario.trouble().faults());
        long endNs = scenario.trouble().endNs();
        for (int n = rng.between(1, 2); n > 0; n--) {
            final long atNs = Math.min(rng.nextLong(endNs), rng.nextLong(endNs)) / 2;
            final long lengthNs =
                    switch (rng.nextInt(3)) {
                        case 0 -> 1 + rng.nextLong(idleNs / 2);
                        case 1 -> idleNs / 2 + rng.nextLong(idleNs / 2);
                        default -> idleNs + rng.nextLong(idleNs);
                    };
            faults.add(new Fault(FaultKind.STANDSTILL, atNs, lengthNs, rng.nextInt(1 << 16), 0));
            endNs = Math.max(endNs, atNs + lengthNs + 1);
        }
        return scenario.withFaults(faults).withFaultsEnd(endNs);
    }
}
