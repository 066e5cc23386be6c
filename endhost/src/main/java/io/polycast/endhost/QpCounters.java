package io.polycast.endhost;

/** A queue pair's counts, each since creation; they only grow. */
public final class QpCounters {
    private final long[] values = new long[QpCounter.values().length];

    QpCounters() {}

    /**
     * @param counter which
     * @return its count
     */
    public long value(final QpCounter counter) {
        return values[counter.ordinal()];
    }

    void increment(final QpCounter counter) {
        values[counter.ordinal()]++;
    }

    void add(final QpCounter counter, final long n) {
        values[counter.ordinal()] += n;
    }
}
