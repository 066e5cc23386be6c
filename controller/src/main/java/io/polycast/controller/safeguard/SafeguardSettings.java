package io.polycast.controller.safeguard;

/**
 * When a group leaves the tree.
 *
 * @param multicast whether it may use the tree
 * @param fallbackBelow goodput that is too little, in percent of the group's own median, in [1, 99]
 * @param lowMs how long goodput must be too little, in ms
 * @param probeMs between two probes of the tree, in ms
 */
public record SafeguardSettings(Multicast multicast, int fallbackBelow, long lowMs, long probeMs) {
    /** {@code multicast: try}, below 50 % for 1 s, a probe every 10 s. */
    public static final SafeguardSettings DEFAULT =
            new SafeguardSettings(Multicast.TRY, 50, 1_000, 10_000);

    public SafeguardSettings {
        if (fallbackBelow < 1 || fallbackBelow > 99 || lowMs < 1 || probeMs < 1) {
            throw new IllegalArgumentException(
                    "fallbackBelow is in [1, 99] percent, times are at least 1 ms");
        }
    }
}
