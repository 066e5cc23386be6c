package io.polycast.sim.draw;

import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;

/** Draws epochs of first jobs: a set with the same epoch keeps what paths acknowledged. */
final class Epochs {
    private Epochs() {}

    static Scenario draw(final Scenario scenario, final Rng rng) {
        return rng.percent(40)
                ? scenario.withGroups(
                        scenario.groups().stream()
                                .map(plan -> plan.withEpoch(rng.nextInt(4)))
                                .toList())
                : scenario;
    }
}
