package io.polycast.perf.latency;

import java.util.SplittableRandom;

/** Times at which packets are due: at a constant rate, or at random as from independent sources. */
public final class Schedule {
    private final double gapNs;
    private final SplittableRandom random;
    private double atNs;
    private long packets;

    private Schedule(final double rate, final SplittableRandom random) {
        if (!(rate > 0) || rate > 1e9) {
            throw new IllegalArgumentException("rate of " + rate + " packets/s is not in (0, 1e9]");
        }
        this.gapNs = 1e9 / rate;
        this.random = random;
    }

    /**
     * @param rate in packets/s
     * @return equal gaps
     */
    public static Schedule constant(final double rate) {
        return new Schedule(rate, null);
    }

    /**
     * @param rate in packets/s, on average
     * @param seed of the gaps
     * @return exponentially distributed gaps
     */
    public static Schedule poisson(final double rate, final long seed) {
        return new Schedule(rate, new SplittableRandom(seed));
    }

    /**
     * @return ns from the beginning to the next packet; fractions are carried on
     */
    public long nextNs() {
        if (random == null) {
            // A product, not a sum: rounding does not add up.
            return (long) (++packets * gapNs);
        }
        atNs -= Math.log(1 - random.nextDouble()) * gapNs;
        return (long) atNs;
    }
}
