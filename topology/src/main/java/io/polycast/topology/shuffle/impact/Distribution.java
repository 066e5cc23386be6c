package io.polycast.topology.shuffle.impact;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often values occurred. */
public final class Distribution {
    private final SortedMap<Double, Long> counts = new TreeMap<>();
    private long total;

    /**
     * @param value that occurred once more
     */
    public void add(final double value) {
        counts.merge(value, 1L, Long::sum);
        total++;
    }

    /**
     * @param value a bound
     * @return part of the values up to the bound, in [0, 1]
     */
    public double shareUpTo(final double value) {
        long sum = 0;
        for (final Map.Entry<Double, Long> each : counts.entrySet()) {
            sum += each.getKey() <= value ? each.getValue() : 0;
        }
        return (double) sum / total;
    }

    /** Largest value; there is one at least. */
    public double max() {
        return counts.lastKey();
    }

    /** Values that occurred, ascending. */
    public double[] values() {
        return counts.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    }
}
