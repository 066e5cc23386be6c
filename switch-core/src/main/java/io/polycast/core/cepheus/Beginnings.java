package io.polycast.core.cepheus;

import io.polycast.mft.feedback.GroupFeedback;

/**
 * Groups of which the switch above may have counted repetitions that never came here (rule 8).
 * Either the group began and not all members have answered since, or frames were discarded unread.
 * Every request of its data is answered, as if it were repeated.
 */
final class Beginnings {
    private final GroupFeedback groups;
    private final long idleAnewNs;
    private boolean hasDiscarded;
    private long discardedNs;

    /**
     * @param idleAnewNs after which data without any before it begins its group, in ns
     */
    Beginnings(final GroupFeedback groups, final long idleAnewNs) {
        this.groups = groups;
        this.idleAnewNs = idleAnewNs;
    }

    /** Frames were discarded unread: whose, nobody knows. */
    void onDiscarded(final long nowNs) {
        discardedNs = nowNs;
        hasDiscarded = true;
    }

    boolean has(final long nowNs, final int slot) {
        return groups.has(slot, GroupFeedback.MISSED)
                || hasDiscarded && nowNs - discardedNs < idleAnewNs;
    }
}
