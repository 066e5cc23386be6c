package io.polycast.controller.safeguard;

/**
 * Finds goodput that is low for too long (Cepheus, V-D). The judge takes samples only over intervals in
 * which the source had data to send throughout. An interval without sample ends a run of low samples, so
 * that a pause of the source is no failure of the tree. Low samples do not enter the median: a tree that
 * fails slowly does not become its own measure.
 */
public final class GoodputJudge {
    /** No time. */
    private static final long NEVER = Long.MAX_VALUE;

    private final GoodputMedian median = new GoodputMedian();

    /** Begin and end of the run of low samples. */
    private long lowFromMs = NEVER;

    private long lowToMs;

    /** Median of the group, in bit/s, or 0 while there are too few samples to judge by. */
    public long usualBps() {
        return median.value();
    }

    /** Ends a run of low samples: another source, another decision. */
    public void interrupt() {
        lowFromMs = NEVER;
    }

    /**
     * A sample of goodput while the group uses the tree.
     *
     * @param settings of the group
     * @param fromMs begin of its interval, in ms
     * @param toMs end of its interval, in ms, behind its begin
     * @param bps goodput of the slowest member, in bit/s
     * @return how long goodput has been low, in ms, if that is too long; else 0
     */
    public long take(
            final SafeguardSettings settings, final long fromMs, final long toMs, final long bps) {
        if (!settings.isLow(bps, median.value())) {
            median.add(bps);
            lowFromMs = NEVER;
            return 0;
        }
        if (lowFromMs == NEVER || fromMs > lowToMs) {
            lowFromMs = fromMs;
        }
        lowToMs = toMs;
        final long low = lowToMs - lowFromMs;
        if (low < settings.lowMs()) {
            return 0;
        }
        lowFromMs = NEVER;
        return low;
    }
}
