package io.polycast.sim.draw;

import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;

/** Kinds of RNICs that differ from the plain one. */
final class RnicKinds {
    private static final int MOST_OUT_OF_ORDER = 32;

    private RnicKinds() {}

    static Scenario outOfOrder(final Scenario scenario, final Rng rng) {
        if (!rng.percent(35)) {
            return scenario;
        }
        final HostKinds kinds = scenario.hosts();
        return scenario.withHosts(
                new HostKinds(
                        rng.percent(50) ? MOST_OUT_OF_ORDER : rng.between(1, MOST_OUT_OF_ORDER),
                        rng.percent(50) ? -1 : rng.nextLong(),
                        kinds.repeatOldest(),
                        kinds.migReq()));
    }

    static Scenario repeatOldest(final Scenario scenario, final Rng rng) {
        final HostKinds kinds = scenario.hosts();
        return rng.percent(25)
                ? scenario.withHosts(
                        new HostKinds(
                                kinds.outOfOrder(), kinds.outOfOrderHosts(), true, kinds.migReq()))
                : scenario;
    }

    static Scenario migReq(final Scenario scenario, final Rng rng) {
        final HostKinds kinds = scenario.hosts();
        return rng.percent(25)
                ? scenario.withHosts(
                        new HostKinds(
                                kinds.outOfOrder(),
                                kinds.outOfOrderHosts(),
                                kinds.repeatOldest(),
                                true))
                : scenario;
    }
}
