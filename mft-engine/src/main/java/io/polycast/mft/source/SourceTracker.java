package io.polycast.mft.source;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;

/** Judges data by its path and PSN, and follows the highest PSN of the source. */
public final class SourceTracker {
    /** The data comes on the source's path. */
    public static final int SOURCE = 0;

    /** The data would make its path the source: it may, if its ICRC holds. */
    public static final int CANDIDATE = 1;

    /** The data would make its path the source, but its PSN cannot be the next source's. */
    public static final int IMPLAUSIBLE = 2;

    /**
     * No exchange runs, or the source left its range: the data begins the group anew, if its ICRC
     * holds.
     */
    public static final int ANEW = 3;

    /** All had acknowledged the data when the source moved; an earlier source repeats it. */
    public static final int FORMER = 4;

    /** The data comes after all before it. */
    public static final int NEW = 0;

    /** The data is at or before the highest PSN. */
    public static final int RETRANSMISSION = 1;

    /** The data jumps forward to where a jump went before: it is new, or twice corrupted alike. */
    public static final int REPEATED_JUMP = 2;

    /** A verified frame prolongs an exchange once per this fraction of the idle time. */
    private static final int PROLONGATIONS = 8;

    private final Mft mft;
    private final GroupFeedback groups;
    private final Establishment establishment;
    private final SentBound bound;
    private final int window;
    private final long idleAnewNs;
    private final int answerWindow;

    /**
     * @param mft whose groups are tracked
     * @param window how far past the aggregate a new source's first PSN may lie, in packets
     * @param idleAnewNs without accepted data of the source after which an exchange has ended, in
     *     ns
     * @param answerWindow how far behind the minimum the source's data belongs to its exchange, in
     *     packets
     */
    public SourceTracker(
            final Mft mft, final int window, final long idleAnewNs, final int answerWindow) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.establishment = new Establishment(groups);
        this.bound = new SentBound(groups);
        this.window = window;
        this.idleAnewNs = idleAnewNs;
        this.answerWindow = answerWindow;
    }

    /**
     * Judges data of a member by its path, its PSN and the time since the source's last data
     * (docs/protocol.md, rules 2 and 11).
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @param id of the feedback words of the path that the data came on
     * @param psn of the data
     * @return {@link #SOURCE}, {@link #CANDIDATE}, {@link #IMPLAUSIBLE}, {@link #ANEW} or {@link
     *     #FORMER}
     */
    public int judge(final long nowNs, final int slot, final int id, final int psn) {
        final int flags = groups.flags(slot);
        if ((flags & GroupFeedback.EXCHANGE) == 0) {
            return (flags & GroupFeedback.STARTED) == 0 && isInInitialWindow(slot, psn)
                    ? CANDIDATE
                    : ANEW;
        }
        if (nowNs - groups.acceptedNs(slot) >= idleAnewNs) {
            return ANEW;
        }
        final boolean told = (flags & GroupFeedback.AGG_VALID) != 0;
        if (groups.source(slot) == id) {
            return isFarBehind(slot, psn) || !told && isBeforeInitial(slot, flags, psn)
                    ? ANEW
                    : SOURCE;
        }
        if (!told) {
            return isInInitialWindow(slot, psn) ? CANDIDATE : ANEW;
        }
        final int ahead = Psn.distance(groups.aggAckPsn(slot), psn);
        if (ahead > 0 && ahead <= window) {
            return CANDIDATE;
        }
        return (flags & GroupFeedback.TURN_VALID) != 0
                        && isWithin(Psn.distance(psn, groups.turnAckPsn(slot)))
                ? FORMER
                : IMPLAUSIBLE;
    }

    /** Data before the registered first PSN: the registration is of another exchange. */
    private boolean isBeforeInitial(final int slot, final int flags, final int psn) {
        return (flags & GroupFeedback.REGISTERED) != 0
                && Psn.distance(mft.initialPsn(slot), psn) < 0;
    }

    private boolean isWithin(final int behind) {
        return behind >= 0 && behind <= answerWindow;
    }

    /** A group without a registered first PSN takes any. */
    private boolean isInInitialWindow(final int slot, final int psn) {
        final int initial = mft.initialPsn(slot);
        if (initial < 0) {
            return true;
        }
        final int ahead = Psn.distance(Psn.previous(initial), psn);
        return ahead > 0 && ahead <= window;
    }

    /** Behind the minimum, or without a minimum behind the highest PSN. */
    private boolean isFarBehind(final int slot, final int psn) {
        if (Psn.distance(psn, groups.highest(slot)) <= answerWindow) {
            return false;
        }
        return groups.unknown(slot) != 0
                || groups.receivers(slot) == 0
                || Psn.distance(psn, groups.minimum(slot)) > answerWindow;
    }

    /**
     * Whether data of the source is to prolong the exchange: its ICRC has to hold, then {@link
     * #onAccepted} is told.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @return true a few times per idle time only, so that verifying costs nothing
     */
    public boolean prolongs(final long nowNs, final int slot) {
        return nowNs - groups.acceptedNs(slot) >= idleAnewNs / PROLONGATIONS;
    }

    /**
     * Data of the source was accepted: the exchange runs.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     */
    public void onAccepted(final long nowNs, final int slot) {
        groups.acceptedNs(slot, nowNs);
        groups.set(slot, GroupFeedback.EXCHANGE);
    }

    /** The frame that established the source, and its repetition. */
    public Establishment establishment() {
        return establishment;
    }

    /**
     * The frame that establishes a source starts the bound on feedback (rule 12).
     *
     * @param slot of the group
     * @param psn of the frame
     */
    public void onEstablished(final int slot, final int psn) {
        bound.begin(slot, psn);
        establishment.begin(slot, psn, false, psn == mft.initialPsn(slot));
    }

    /**
     * As {@link #onEstablished}, where the source is the same as before.
     *
     * @param slot of the group
     * @param psn of the frame
     */
    public void onEstablishedAgain(final int slot, final int psn) {
        bound.begin(slot, psn);
        establishment.begin(slot, psn, true, false);
    }

    /**
     * Data of the established source is about to be forwarded.
     *
     * @param slot of the group
     * @param psn of the data
     * @return {@link #NEW}, {@link #RETRANSMISSION} or {@link #REPEATED_JUMP}
     */
    public int onData(final int slot, final int psn) {
        final int step = Psn.distance(groups.highest(slot), psn);
        if (step == 1) {
            bound.advance(slot, psn);
            return NEW;
        }
        return step > 1 ? onJump(slot, psn, step) : RETRANSMISSION;
    }

    /**
     * @param slot of a group with an established source
     * @param psn of its data
     * @return whether it is at or before the highest PSN
     */
    public boolean hasPassed(final int slot, final int psn) {
        return groups.has(slot, GroupFeedback.HIGHEST_VALID)
                && Psn.distance(groups.highest(slot), psn) <= 0;
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
     * A lone jump forward may be a corrupted PSN: the bound follows once its successor does, or
     * once the gap below it closes. A source that has nothing else outstanding repeats the same PSN
     * for ever; so that counts too, if its ICRC holds, which the caller looks at.
     */
    private int onJump(final int slot, final int psn, final int step) {
        establishment.onOtherData(slot);
        if (groups.has(slot, GroupFeedback.CANDIDATE_VALID)) {
            if (groups.candidate(slot) == psn) {
                return REPEATED_JUMP;
            }
            if (Psn.next(groups.candidate(slot)) == psn) {
                onJumpConfirmed(slot, psn);
                return NEW;
            }
        }
        if (step <= SentBound.WINDOW) {
            final long bit = 1L << step - 1;
            if ((bound.above(slot) & bit) != 0) {
                return REPEATED_JUMP;
            }
            bound.add(slot, bit);
        }
        groups.candidate(slot, psn);
        groups.set(slot, GroupFeedback.CANDIDATE_VALID);
        return NEW;
    }

    /**
     * The PSN of a jump is the source's own: the bound follows.
     *
     * @param slot of the group
     * @param psn of the data, after the bound
     */
    public void onJumpConfirmed(final int slot, final int psn) {
        bound.advance(slot, psn);
        groups.clear(slot, GroupFeedback.CANDIDATE_VALID);
    }
}
