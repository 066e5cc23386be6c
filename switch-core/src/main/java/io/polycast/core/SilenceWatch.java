package io.polycast.core;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;
import java.util.Arrays;

/**
 * Finds members that owe an answer and stay silent (design rule 8). An answer is owed to data that asked
 * for one (AckReq): of a message that has not ended a live member may say nothing for as long as the
 * source is held up by another. A member becomes a suspect at the first check that finds an answer
 * outstanding, and any feedback of it ends the suspicion; so data costs one look at whether a check is
 * armed, and a member is judged between one and one and a quarter times {@code silentAfter} after it
 * went silent. Whoever acknowledges more than has passed here (after a restart, say) is not silent,
 * although that feedback counts for nothing (design rule 12): it owes nothing until data asks again. A
 * check cannot tell which came first; so it notes such feedback, and it is the next check, if data asked
 * between the two and the member did not answer, that makes it a suspect. Whoever refused for good has
 * answered: its fatal NAK ends the transfer, and its eviction would make that a success.
 */
final class SilenceWatch {
    /** Checks per silentAfter. */
    private static final int CHECKS = 4;

    private static final int NOTHING_ASKED = -1;

    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final DeadlineHeap deadlines;

    /** Highest PSN of each group's data that has asked for an answer since the last check. */
    private final int[] asked;

    /**
     * The same of the last time between two checks in which data asked. No more is kept: what no longer
     * asks when it is repeated is owed no answer, for that of a live member may have been lost.
     */
    private final int[] askedBefore;

    /** How late the check that is under way was called. */
    private long lateNs;

    SilenceWatch(final Mft mft) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.deadlines = new DeadlineHeap(mft.maxGroups());
        this.asked = new int[mft.maxGroups()];
        this.askedBefore = new int[mft.maxGroups()];
        Arrays.fill(asked, NOTHING_ASKED);
        Arrays.fill(askedBefore, NOTHING_ASKED);
    }

    void onData(final long nowNs, final int slot, final int psn, final boolean ackReq) {
        if (mft.silentPolicy(slot) == SilentPolicy.FREEZE.ordinal()) {
            return;
        }
        // Behind the highest PSN only: a lone jump forward may be a corrupted PSN.
        if (ackReq
                && Psn.distance(groups.highest(slot), psn) <= 0
                && (asked[slot] == NOTHING_ASKED || Psn.distance(asked[slot], psn) > 0)) {
            asked[slot] = psn;
        }
        if (!deadlines.contains(slot)) {
            deadlines.set(slot, nowNs + interval(slot));
            final int count = mft.pathCount(slot);
            for (int path = 0; path < count; path++) {
                final int id = mft.feedbackId(mft.row(slot, path));
                paths.clear(id, PathFeedback.AHEAD);
                paths.suspectNs(id, 0);
            }
        }
    }

    /** Another source: what the one before asked for is nobody's debt. */
    void onSource(final int slot) {
        asked[slot] = NOTHING_ASKED;
        askedBefore[slot] = NOTHING_ASKED;
    }

    void onGroupGone(final int slot) {
        deadlines.remove(slot);
        asked[slot] = NOTHING_ASKED;
        askedBefore[slot] = NOTHING_ASKED;
    }

    long nextDeadlineNs() {
        return deadlines.isEmpty() ? Long.MAX_VALUE : deadlines.earliestNs();
    }

    /**
     * A group whose check is due, or {@link Mft#NONE}. It stays armed until {@link #rearm}: what the
     * kernel has seen by then is no new data.
     */
    int due(final long nowNs) {
        if (deadlines.isEmpty() || deadlines.earliestNs() - nowNs > 0) {
            return Mft.NONE;
        }
        final int slot = deadlines.earliestSlot();
        lateNs = nowNs - deadlines.earliestNs();
        return slot;
    }

    /** Updates a path's suspicion; returns whether it has been silent for too long. */
    boolean isSilent(final long nowNs, final int slot, final int id) {
        if (paths.has(id, PathFeedback.AHEAD)) {
            if (paths.suspectNs(id) != 0 && asked[slot] != NOTHING_ASKED) {
                paths.clear(id, PathFeedback.AHEAD);
            }
            paths.suspectNs(id, noted(nowNs));
            return false;
        }
        if (!owes(slot, id)) {
            paths.suspectNs(id, 0);
            return false;
        }
        if (paths.suspectNs(id) == 0) {
            paths.suspectNs(id, noted(nowNs));
            return false;
        }
        if (lateNs > interval(slot)) {
            // The switch itself was away: answers may wait unread, its absence is not their
            // silence.
            paths.suspectNs(id, paths.suspectNs(id) + lateNs);
        }
        return nowNs - paths.suspectNs(id) >= mft.silentAfterNs(slot);
    }

    /** 0 is for no suspicion. */
    private static long noted(final long nowNs) {
        return nowNs == 0 ? 1 : nowNs;
    }

    /** Ends a check; arms the next while a receiver owes an answer. Once none does, all is settled. */
    void rearm(final long nowNs, final int slot) {
        deadlines.remove(slot);
        if (asked[slot] != NOTHING_ASKED) {
            askedBefore[slot] = asked[slot];
            asked[slot] = NOTHING_ASKED;
        }
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            if (owes(slot, mft.feedbackId(mft.row(slot, path)))) {
                deadlines.set(slot, nowNs + interval(slot));
                return;
            }
        }
        askedBefore[slot] = NOTHING_ASKED;
    }

    private boolean owes(final int slot, final int id) {
        return groups.source(slot) >= 0
                && groups.source(slot) != id
                && !paths.has(id, PathFeedback.EVICTED | PathFeedback.AHEAD)
                && !paths.refuses(id)
                && (isUnanswered(asked[slot], id) || isUnanswered(askedBefore[slot], id));
    }

    private boolean isUnanswered(final int psn, final int id) {
        return psn != NOTHING_ASKED
                && (!paths.has(id, PathFeedback.KNOWN) || Psn.distance(paths.ackPsn(id), psn) > 0);
    }

    private long interval(final int slot) {
        return Math.max(1, mft.silentAfterNs(slot) / CHECKS);
    }
}
