package io.polycast.mft.source;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;

/** Judges data by where it comes from, and follows the highest PSN of the source. */
public final class SourceTracker {
    /** The data comes on the source's path. */
    public static final int SOURCE = 0;

    /** The data would make its path the source: it may, if its ICRC holds. */
    public static final int CANDIDATE = 1;

    /** The data would make its path the source, but its PSN cannot be the next source's. */
    public static final int IMPLAUSIBLE = 2;

    /** The data comes after all before it. */
    public static final int NEW = 0;

    /** The data is at or before the highest PSN. */
    public static final int RETRANSMISSION = 1;

    /** The data jumps forward to where the last jump went: it is new, or twice corrupted alike. */
    public static final int REPEATED_JUMP = 2;

    private final Mft mft;
    private final GroupFeedback groups;
    private final int window;

    /**
     * @param mft whose groups are tracked
     * @param window how far past the aggregate a new source's first PSN may lie, in packets
     */
    public SourceTracker(final Mft mft, final int window) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.window = window;
    }

    /**
     * @param slot of the group
     * @param id of the feedback words of the path that the data came on
     * @param psn of the data
     * @return {@link #SOURCE}, {@link #CANDIDATE} or {@link #IMPLAUSIBLE}
     */
    public int judge(final int slot, final int id, final int psn) {
        if (groups.source(slot) == id) {
            return SOURCE;
        }
        final int flags = groups.flags(slot);
        final int reference;
        if ((flags & GroupFeedback.AGG_VALID) != 0) {
            reference = groups.aggAckPsn(slot);
        } else if ((flags & GroupFeedback.HIGHEST_VALID) != 0) {
            reference = groups.highest(slot);
        } else if (mft.initialPsn(slot) >= 0) {
            reference = Psn.previous(mft.initialPsn(slot));
        } else {
            return CANDIDATE;
        }
        final int ahead = Psn.distance(reference, psn);
        return ahead > 0 && ahead <= window ? CANDIDATE : IMPLAUSIBLE;
    }

    /**
     * The frame that establishes a source starts the bound on feedback (rule 12).
     *
     * @param slot of the group
     * @param psn of the frame
     */
    public void onEstablished(final int slot, final int psn) {
        groups.highest(slot, psn);
        groups.set(slot, GroupFeedback.HIGHEST_VALID);
        groups.clear(slot, GroupFeedback.CANDIDATE_VALID);
    }

    /**
     * Data of the established source is about to be forwarded.
     *
     * @param slot of the group
     * @param psn of the data
     * @return {@link #NEW}, {@link #RETRANSMISSION} or {@link #REPEATED_JUMP}
     */
    public int onData(final int slot, final int psn) {
        // What a NAK asked for need not be behind the highest PSN: the loss may be in front of us.
        if (groups.has(slot, GroupFeedback.SENT_VALID)
                && groups.sentNak(slot) == psn
                && !NakSeverity.isFatal(groups.sentSeverity(slot))) {
            groups.clear(slot, GroupFeedback.SENT_VALID);
        }
        final int step = Psn.distance(groups.highest(slot), psn);
        if (step == 1) {
            groups.highest(slot, psn);
            return NEW;
        }
        return step > 1 ? onJump(slot, psn) : RETRANSMISSION;
    }

    /**
     * @param slot of a group with an established source
     * @param psn of its data
     * @return whether it leaves out PSNs
     */
    public boolean isJump(final int slot, final int psn) {
        return Psn.distance(groups.highest(slot), psn) > 1;
    }

    /**
     * A lone jump forward may be a corrupted PSN: the bound follows once its successor does. A source
     * that has nothing else outstanding repeats the same PSN for ever; so that counts too, if its ICRC
     * holds, which the caller looks at.
     */
    private int onJump(final int slot, final int psn) {
        if (groups.has(slot, GroupFeedback.CANDIDATE_VALID)) {
            if (groups.candidate(slot) == psn) {
                return REPEATED_JUMP;
            }
            if (Psn.next(groups.candidate(slot)) == psn) {
                onJumpConfirmed(slot, psn);
                return NEW;
            }
        }
        groups.candidate(slot, psn);
        groups.set(slot, GroupFeedback.CANDIDATE_VALID);
        return NEW;
    }

    /**
     * The PSN of a jump is the source's own: the bound follows.
     *
     * @param slot of the group
     * @param psn of the data
     */
    public void onJumpConfirmed(final int slot, final int psn) {
        groups.highest(slot, psn);
        groups.clear(slot, GroupFeedback.CANDIDATE_VALID);
    }
}
