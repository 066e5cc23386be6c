package io.polycast.sim.draw;

import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;

/** Draws {@code idleAnew} of switches. */
final class IdleAnew {
    private IdleAnew() {}

    /** Mostly longer than four retry timers, as the rule asks for; else retries are the price. */
    static Scenario draw(final Scenario scenario, final Rng rng) {
        final long retryNs = scenario.transport().retryNs();
        return scenario.withIdleAnew(
                rng.percent(25)
                        ? retryNs / 4 + rng.nextLong(retryNs)
                        : 4 * retryNs + 1 + rng.nextLong(12 * retryNs));
    }
}
