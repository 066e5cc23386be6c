package io.polycast.sim.draw;

import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Transport;
import io.polycast.sim.time.Rng;

/** Draws retry timers above {@code silentAfter}, as common defaults are. */
final class SlowTimers {
    private SlowTimers() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        if (!scenario.groups().get(0).evict() || !rng.percent(70)) {
            return scenario;
        }
        Transport transport = scenario.transport();
        while (transport.retryNs() < scenario.trouble().endNs() * 3 / 2) {
            transport = transport.withTimeout(transport.timers().timeout() + 1);
        }
        return scenario.withTransport(transport)
                .withSilentMargin(rng.nextLong(scenario.trouble().endNs() / 4));
    }
}
