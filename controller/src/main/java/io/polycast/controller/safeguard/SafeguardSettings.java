package io.polycast.controller.safeguard;

/**
 * When a group leaves the tree.
 *
 * @param multicast whether it may use the tree
 * @param fallbackBelow goodput that is too little, in percent of the group's own median, in [1, 99]
 * @param lowMs how long goodput must be too little, in ms
 * @param probeMs between two probes of the tree, in ms
 * @param patienceMs after which a decision that not all members have prepared is dropped, in ms
 */
public record SafeguardSettings(
        Multicast multicast, int fallbackBelow, long lowMs, long probeMs, long patienceMs) {
    /** {@code multicast: try}, below 50 % for 1 s, a probe every 10 s, 3 s for the members. */
    public static final SafeguardSettings DEFAULT =
            new SafeguardSettings(Multicast.TRY, 50, 1_000, 10_000, 3_000);

    private static final int PERCENT = 100;

    public SafeguardSettings {
        if (fallbackBelow < 1 || fallbackBelow >= PERCENT || lowMs < 1 || probeMs < 1) {
            throw new IllegalArgumentException(
                    "fallbackBelow is in [1, 99] percent, times are at least 1 ms");
        }
    }

    /**
     * The same times with what an operator chose.
     *
     * @param chosen whether the group may use the tree, or null for the controller's default
     * @param below in percent, or 0 for the controller's default
     */
    public SafeguardSettings with(final Multicast chosen, final int below) {
        return new SafeguardSettings(
                chosen == null ? multicast : chosen,
                below == 0 ? fallbackBelow : below,
                lowMs,
                probeMs,
                patienceMs);
    }

    /**
     * Whether goodput is too little. The product cannot overflow: 2^63 / 100 bit/s is beyond any link.
     *
     * @param bps goodput, in bit/s
     * @param usualBps the group's median, in bit/s; with 0 nothing is low
     */
    public boolean isLow(final long bps, final long usualBps) {
        return bps * PERCENT < usualBps * fallbackBelow;
    }
}
