package io.polycast.parser.psn;

/**
 * 24-bit packet sequence numbers in serial order; arguments are in [0, 2^24) unless said otherwise.
 *
 * <p>Two live PSNs are never 2^23 apart: at exactly that distance each is behind the other.
 */
public final class Psn {
    /** Largest PSN, and the mask that keeps a number in range. */
    public static final int MASK = 0xFF_FFFF;

    private Psn() {}

    /**
     * @param from a PSN
     * @param to a PSN
     * @return signed distance from {@code from} to {@code to}, in [-2^23, 2^23)
     */
    public static int distance(final int from, final int to) {
        return ((to - from) << 8) >> 8;
    }

    /**
     * @param a a PSN
     * @param b a PSN
     * @return whether a comes strictly before b
     */
    public static boolean isBefore(final int a, final int b) {
        return distance(a, b) > 0;
    }

    /**
     * @param a a PSN
     * @param b a PSN
     * @return whether a comes strictly after b
     */
    public static boolean isAfter(final int a, final int b) {
        return distance(b, a) > 0;
    }

    /**
     * @param psn a PSN
     * @param n any number
     * @return the PSN n steps on
     */
    public static int plus(final int psn, final int n) {
        return (psn + n) & MASK;
    }

    /**
     * @param psn a PSN
     * @return the PSN that follows
     */
    public static int next(final int psn) {
        return (psn + 1) & MASK;
    }

    /**
     * @param psn a PSN
     * @return the PSN before it
     */
    public static int previous(final int psn) {
        return (psn - 1) & MASK;
    }
}
