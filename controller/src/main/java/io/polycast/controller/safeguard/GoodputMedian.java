package io.polycast.controller.safeguard;

import java.util.Arrays;

/** Median of a group's last samples of goodput; 0 while there are too few to judge by. */
final class GoodputMedian {
    /** Samples that are kept. */
    static final int SAMPLES = 64;

    /** Samples without which nothing is judged. */
    static final int FEWEST = 8;

    private final long[] samples = new long[SAMPLES];
    private int count;

    /** Takes a sample in bit/s. */
    void add(final long bps) {
        samples[count % SAMPLES] = bps;
        count = count + 1 == 2 * SAMPLES ? SAMPLES : count + 1;
    }

    /** The lower median in bit/s, or 0. */
    long value() {
        if (count < FEWEST) {
            return 0;
        }
        final long[] sorted = Arrays.copyOf(samples, Math.min(count, SAMPLES));
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
