package io.polycast.sim.time;

/**
 * Splittable random numbers (SplitMix64, Steele, Lea and Flood, 2014): the same seed gives the same
 * numbers on every JDK. Not threadsafe.
 */
public final class Rng {
    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;
    private static final long MILLION = 1_000_000;

    private long state;

    /**
     * @param seed any
     */
    public Rng(final long seed) {
        state = mix(seed + GOLDEN_GAMMA);
    }

    /**
     * A well mixed function of a number.
     *
     * @param value any
     * @return 64 bits, each depending on all of the value's
     */
    public static long mix(final long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }

    /** Numbers that go on independently of these. */
    public Rng split() {
        return new Rng(nextLong());
    }

    /** 64 random bits. */
    public long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /**
     * @param bound at least 1
     * @return in [0, bound); the bias is below bound / 2^32
     */
    public int nextInt(final int bound) {
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    /**
     * @param from least
     * @param to most
     * @return in [from, to]
     */
    public int between(final int from, final int to) {
        return from + nextInt(to - from + 1);
    }

    /**
     * @param bound at least 1
     * @return in [0, bound)
     */
    public long nextLong(final long bound) {
        return (nextLong() >>> 1) % bound;
    }

    /**
     * @param percent in [0, 100]
     * @return true with this probability
     */
    public boolean percent(final int percent) {
        return nextInt(100) < percent;
    }

    /**
     * @param ppm in [0, 1,000,000]
     * @return true with this probability
     */
    public boolean perMillion(final int ppm) {
        return ppm > 0 && (nextLong() >>> 32) * MILLION >>> 32 < ppm;
    }
}
