package io.polycast.sim.draw;

import io.polycast.sim.scenario.QueuePlan;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;
import io.polycast.voq.plain.EcnSettings;

/** Draws egress queues of the switches: lossless, most of them with ECN marks. */
final class Queues {
    private Queues() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        final int frame = scenario.transport().mtu() + 100;
        final int stop = frame * rng.between(2, 40);
        final int low = frame * rng.between(0, 8);
        final EcnSettings ecn =
                rng.percent(70)
                        ? new EcnSettings(
                                low, low + frame * rng.between(1, 16), rng.between(1, 100))
                        : EcnSettings.OFF;
        return scenario.withQueues(QueuePlan.lossless(scenario, stop, ecn));
    }
}
