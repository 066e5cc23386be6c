package io.polycast.sim.draw;

import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;
import java.util.ArrayList;
import java.util.List;

/** Draws left-over retransmissions of members that do not send: before the source's first frame, or later. */
final class StaleFrames {
    /** Sources begin up to 20 us after the start. */
    private static final int EARLY_NS = 10_000;

    private StaleFrames() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (!rng.percent(35)) {
            return scenario;
        }
        // Far ahead it would make a lie about what was never sent believable: no defect of a
        // switch.
        final boolean lies =
                scenario.trouble().faults().stream()
                        .anyMatch(fault -> fault.kind() == FaultKind.BEYOND_SENT);
        final List<Fault> faults = new ArrayList<>(scenario.trouble().faults());
        for (int n = rng.between(1, 3); n > 0; n--) {
            final long atNs =
                    rng.percent(50)
                            ? rng.nextInt(EARLY_NS)
                            : Math.min(
                                    rng.nextLong(scenario.trouble().endNs()),
                                    rng.nextLong(scenario.trouble().endNs()));
            faults.add(
                    new Fault(
                            FaultKind.STALE_DATA,
                            atNs,
                            0,
                            lies ? rng.nextInt(1 << 18) << 2 : rng.nextInt(1 << 20),
                            rng.nextInt(64)));
        }
        return scenario.withFaults(faults);
    }
}
