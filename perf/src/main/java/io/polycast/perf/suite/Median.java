package io.polycast.perf.suite;

import java.util.Arrays;

/**
 * Median of iterations, with an interval that assumes no distribution. On a shared machine a few
 * iterations take ten or a thousand times as long, because a thread got no processor. A mean would
 * be theirs.
 *
 * @param value the median
 * @param error half of the 99 % confidence interval of the median; half of the whole range when
 *     there are fewer than eight iterations; NaN for one alone
 */
record Median(double value, double error) {
    private static final double DOUBT = 0.01;

    /**
     * @param values of the iterations, at least one
     */
    static Median of(final double... values) {
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        final int count = sorted.length;
        final double middle = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        final int outside = outside(count);
        final double width = sorted[count - 1 - outside] - sorted[outside];
        return new Median(middle, count < 2 ? Double.NaN : width / 2);
    }

    /**
     * Values that may be left out at each end: the k-th smallest is above the true median as often as a coin
     * falls on one side fewer than k times.
     */
    private static int outside(final int count) {
        double chance = Math.pow(0.5, count);
        double doubt = 2 * chance;
        int outside = 0;
        while (doubt + 2 * chance * (count - outside) / (outside + 1) <= DOUBT) {
            chance *= (double) (count - outside) / (outside + 1);
            doubt += 2 * chance;
            outside++;
        }
        return outside;
    }
}
