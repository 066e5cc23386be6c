package io.polycast.sim.scenario;

import io.polycast.sim.time.Rng;

/**
 * What kind of RNICs the hosts have.
 *
 * @param outOfOrder how many PSNs ahead of the expected one they take packets, in [0, 32]
 * @param outOfOrderHosts bits of the hosts that do so, by number modulo 64
 * @param repeatOldest whether an expired retry timer repeats the oldest packet only
 * @param migReq whether all send MigReq 1 and take nothing else
 */
public record HostKinds(
        int outOfOrder, long outOfOrderHosts, boolean repeatOldest, boolean migReq) {
    private static final int MOST_OUT_OF_ORDER = 32;

    /** All take packets in order only, repeat whole windows and know no MigReq. */
    public static final HostKinds PLAIN = new HostKinds(0, 0, false, false);

    static Scenario drawOutOfOrder(final Scenario scenario, final Rng rng) {
        if (!rng.percent(35)) {
            return scenario;
        }
        final HostKinds kinds = scenario.hosts();
        return scenario.withHosts(
                new HostKinds(
                        rng.percent(50) ? MOST_OUT_OF_ORDER : rng.between(1, MOST_OUT_OF_ORDER),
                        rng.percent(50) ? -1 : rng.nextLong(),
                        kinds.repeatOldest,
                        kinds.migReq));
    }

    static Scenario drawRepeatOldest(final Scenario scenario, final Rng rng) {
        final HostKinds kinds = scenario.hosts();
        return rng.percent(25)
                ? scenario.withHosts(
                        new HostKinds(kinds.outOfOrder, kinds.outOfOrderHosts, true, kinds.migReq))
                : scenario;
    }

    static Scenario drawMigReq(final Scenario scenario, final Rng rng) {
        final HostKinds kinds = scenario.hosts();
        return rng.percent(25)
                ? scenario.withHosts(
                        new HostKinds(
                                kinds.outOfOrder, kinds.outOfOrderHosts, kinds.repeatOldest, true))
                : scenario;
    }

    /**
     * @param host number
     * @return how far ahead it takes packets
     */
    public int outOfOrder(final int host) {
        return (outOfOrderHosts >>> (host & 63) & 1) != 0 ? outOfOrder : 0;
    }
}
