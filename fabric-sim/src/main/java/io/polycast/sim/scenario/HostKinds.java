package io.polycast.sim.scenario;

/**
 * Kinds of RNICs of the hosts.
 *
 * @param outOfOrder how many PSNs ahead of the expected one they take packets, in [0, 32]
 * @param outOfOrderHosts bits of the hosts that do so, by number modulo 64
 * @param repeatOldest whether an expired retry timer repeats the oldest packet only
 * @param migReq whether all send MigReq 1 and take nothing else
 */
public record HostKinds(
        int outOfOrder, long outOfOrderHosts, boolean repeatOldest, boolean migReq) {
    /** All take packets in order only, repeat whole windows and know no MigReq. */
    public static final HostKinds PLAIN = new HostKinds(0, 0, false, false);

    /**
     * @param host number
     * @return how far ahead it takes packets
     */
    public int outOfOrder(final int host) {
        return (outOfOrderHosts >>> (host & 63) & 1) != 0 ? outOfOrder : 0;
    }
}
