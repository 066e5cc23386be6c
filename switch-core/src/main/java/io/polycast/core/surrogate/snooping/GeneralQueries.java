package io.polycast.core.surrogate.snooping;

/**
 * A node queries its hosts for all groups at its start, and when a way up comes up: the node
 * above may have forgotten what hosts reported (RFC 4541, 2.1.1: a switch may query after a change of topology).
 * A query may be lost, so a second one follows (RFC 3376, 8.6 and 8.7).
 */
public final class GeneralQueries {
    /** Time in which hosts answer, in tenths of a second. */
    public static final int RESPONSE_TENTHS = 10;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long AGAIN_NS = 31 * SECOND_NS;
    private static final long NEVER = Long.MAX_VALUE;

    private long dueNs = NEVER;
    private long freeNs = Long.MIN_VALUE;
    private boolean isFirst;

    /**
     * Something changed: hosts are to be queried, at most once per second.
     *
     * @param nowNs time, in ns
     */
    public void begin(final long nowNs) {
        dueNs = Math.max(nowNs, freeNs);
        isFirst = true;
    }

    /**
     * Asks whether a query is due, and plans the next.
     *
     * @param nowNs time, in ns
     * @return whether the caller is to send one now
     */
    public boolean isDue(final long nowNs) {
        if (nowNs < dueNs) {
            return false;
        }
        freeNs = nowNs + SECOND_NS;
        dueNs = isFirst ? nowNs + AGAIN_NS : NEVER;
        isFirst = false;
        return true;
    }

    /**
     * @return time of the next query, in ns, or {@link Long#MAX_VALUE}
     */
    public long nextNs() {
        return dueNs;
    }
}
