package io.polycast.sim.scenario;

/** Occurrences of each kind of fault. */
public final class FaultTally {
    private final long[] counts = new long[FaultKind.values().length];

    /** All zero. */
    public FaultTally() {}

    /**
     * @param kind that occurred once more
     */
    public void count(final FaultKind kind) {
        counts[kind.ordinal()]++;
    }

    /**
     * @param kind to look up
     * @return its occurrences
     */
    public long get(final FaultKind kind) {
        return counts[kind.ordinal()];
    }

    /**
     * @param that to add to these
     */
    public void add(final FaultTally that) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += that.counts[i];
        }
    }
}
