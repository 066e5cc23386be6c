package io.polycast.dataplane.events;

/**
 * Number of lines of one kind that may be written: a burst, then one per interval. Further lines
 * are counted, and the count is due once some time has passed.
 */
final class LineBudget {
    private final int burst;
    private final long intervalNs;
    private final long summaryNs;

    /** Time up to which lines are paid for; never more than the burst ahead of now. */
    private long paidNs;

    private boolean used;
    private long leftOut;
    private long leftOutSinceNs;

    /**
     * @param burst lines at once, at least 1
     * @param intervalNs between two lines in the long run, at least 1
     * @param summaryNs after the first line that is left out until the count is due
     */
    LineBudget(final int burst, final long intervalNs, final long summaryNs) {
        this.burst = burst;
        this.intervalNs = intervalNs;
        this.summaryNs = summaryNs;
    }

    /**
     * Asks for a line.
     *
     * @param nowNs time, never going back
     * @return whether it may be written; if not, it is counted
     */
    boolean take(final long nowNs) {
        if (!used || nowNs - paidNs > 0) {
            used = true;
            paidNs = nowNs;
        }
        if (paidNs - nowNs > (burst - 1) * intervalNs) {
            if (leftOut == 0) {
                leftOutSinceNs = nowNs;
            }
            leftOut++;
            return false;
        }
        paidNs += intervalNs;
        return true;
    }

    /**
     * @param nowNs time
     * @return lines left out since the last count, when the count is due; else 0
     */
    long dueCount(final long nowNs) {
        return leftOut > 0 && nowNs - leftOutSinceNs >= summaryNs ? count() : 0;
    }

    /** Lines left out since the last count. */
    long count() {
        final long count = leftOut;
        leftOut = 0;
        return count;
    }
}
