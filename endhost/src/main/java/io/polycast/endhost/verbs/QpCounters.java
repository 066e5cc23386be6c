package io.polycast.endhost.verbs;

/** A queue pair's counts, each since creation; they only grow. */
public final class QpCounters {
    private final long[] values = new long[QpCounter.values().length];

    /** All zero. */
    public QpCounters() {}

    /**
     * @param counter which
     * @return its count
     */
    public long value(final QpCounter counter) {
        return values[counter.ordinal()];
    }

    /**
     * Adds one; the queue pair alone does so.
     *
     * @param counter which
     */
    public void increment(final QpCounter counter) {
        values[counter.ordinal()]++;
    }

    /**
     * Adds several; the queue pair alone does so.
     *
     * @param counter which
     * @param n to add
     */
    public void add(final QpCounter counter, final long n) {
        values[counter.ordinal()] += n;
    }
}
