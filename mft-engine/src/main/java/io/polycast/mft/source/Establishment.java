package io.polycast.mft.source;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.parser.psn.Psn;

/**
 * Detects a source that waits at one PSN after it was established (docs/protocol.md, rule 12).
 *
 * <p>The bound on feedback starts at that frame, but receivers may be ahead of it, because the
 * switch lost its state. A source that goes back to the same PSN twice in a row, the frame itself
 * included, proves that it still waits there. From then on feedback of unknown paths counts beyond
 * the bound.
 */
public final class Establishment {
    private final GroupFeedback groups;
    private final SentBound bound;

    /**
     * @param groups whose words are used
     */
    public Establishment(final GroupFeedback groups) {
        this.groups = groups;
        this.bound = new SentBound(groups);
    }

    /**
     * @param again whether the same source begins the group anew: its timer may be longer than an
     *     exchange may be idle, and the frame may be the one of before. That holds also when all
     *     have answered since: the switches of a tree would else believe their receivers in turns,
     *     and never all together
     * @param isFirst whether it is the PSN that was registered as the first
     */
    void begin(final int slot, final int psn, final boolean again, final boolean isFirst) {
        final boolean repeated =
                again && groups.has(slot, GroupFeedback.EXCHANGE) && groups.anewPsn(slot) == psn;
        groups.anewPsn(slot, psn);
        groups.lastPsn(slot, psn);
        if (!isFirst || groups.has(slot, GroupFeedback.EXCHANGE)) {
            groups.set(slot, GroupFeedback.PASSED_BEFORE);
        }
        groups.clear(slot, GroupFeedback.ANEW_REPEATED | GroupFeedback.STANDS);
        groups.set(
                slot,
                repeated
                        ? GroupFeedback.ANEW_VALID | GroupFeedback.ANEW_REPEATED
                        : GroupFeedback.ANEW_VALID);
    }

    /**
     * @param slot of the group
     * @return whether {@link #onData} is to be told of the source's data
     */
    public boolean isWatched(final int slot) {
        return (groups.flags(slot) & (GroupFeedback.ANEW_VALID | GroupFeedback.ANEW_REPEATED))
                == GroupFeedback.ANEW_VALID;
    }

    /**
     * @param slot of a watched group
     * @param psn of the source's data
     * @return whether the source goes back with it; its ICRC has to hold then
     */
    public boolean isStepBack(final int slot, final int psn) {
        return Psn.distance(groups.lastPsn(slot), psn) <= 0;
    }

    /**
     * The source has sent data, not for the first time since the source was established.
     *
     * @param slot of a watched group
     * @param psn of the data
     */
    public void onData(final int slot, final int psn) {
        final boolean back = isStepBack(slot, psn);
        groups.lastPsn(slot, psn);
        if (back) {
            onStepBack(slot, psn);
        } else {
            closeOnceAllHaveSpoken(slot);
        }
    }

    /** All have spoken, and the source has gone on from the frame: it is history. */
    private void closeOnceAllHaveSpoken(final int slot) {
        if (groups.unknown(slot) == 0 && groups.has(slot, GroupFeedback.AGG_VALID)) {
            closeOnceLeft(slot);
        }
    }

    private void closeOnceLeft(final int slot) {
        if (!isOpen(slot) || groups.highest(slot) == groups.anewPsn(slot)) {
            return;
        }
        groups.clear(slot, GroupFeedback.ANEW_VALID | GroupFeedback.ANEW_REPEATED);
        onOtherData(slot);
    }

    /**
     * The source has gone back.
     *
     * @param slot of the group
     * @param psn that it went back to
     */
    public void onStepBack(final int slot, final int psn) {
        if (!isWatched(slot)) {
            return;
        }
        if (groups.anewPsn(slot) == psn) {
            groups.set(slot, GroupFeedback.ANEW_REPEATED);
        } else {
            groups.anewPsn(slot, psn);
        }
    }

    /**
     * @param slot of a group that is not watched
     * @param psn of a retransmission
     * @return whether it is the PSN of the last {@link #onRetransmission}; its ICRC must hold then
     */
    public boolean isRepeated(final int slot, final int psn) {
        return groups.anewPsn(slot) == psn && groups.lastPsn(slot) == groups.highest(slot);
    }

    /**
     * The source of a group that is not watched retransmits. Once it repeats one PSN and nothing
     * else, its receivers may be ahead of the bound for ever: data beyond the bound that was
     * acknowledged before the group began anew is not sent again.
     *
     * @param slot of the group
     * @param psn of the data
     */
    public void onRetransmission(final int slot, final int psn) {
        closeOnceAllHaveSpoken(slot);
        if (isOpen(slot) || !groups.has(slot, GroupFeedback.PASSED_BEFORE)) {
            return;
        }
        if (isRepeated(slot, psn)) {
            groups.set(slot, GroupFeedback.STANDS);
        } else {
            groups.anewPsn(slot, psn);
            groups.lastPsn(slot, groups.highest(slot));
            groups.clear(slot, GroupFeedback.STANDS);
        }
    }

    /**
     * The source sent another PSN than that of the last {@link #onRetransmission}, or an unknown
     * one.
     *
     * @param slot of the group
     */
    public void onOtherData(final int slot) {
        if (!isOpen(slot)) {
            // No PSN that the highest PSN reaches.
            groups.lastPsn(slot, Psn.previous(groups.highest(slot)));
        }
    }

    /**
     * Whether feedback beyond the bound may count: the source waits, and its receivers may be ahead
     * of the data that passed here.
     *
     * @param slot of the group
     * @param hasSpoken whether the path's AckPSN is its own word
     * @return true once the source is known to wait. A path that has spoken may have feedback under
     *     way since an earlier exchange. For such a path true only while nothing has passed behind
     *     the PSN where the source waits, or while the source repeats that PSN only
     */
    public boolean excuses(final int slot, final boolean hasSpoken) {
        if (groups.has(slot, GroupFeedback.STANDS)) {
            return groups.lastPsn(slot) == groups.highest(slot);
        }
        return isWaiting(slot) && (!hasSpoken || groups.highest(slot) == groups.anewPsn(slot));
    }

    /**
     * @param slot of the group
     * @return whether the source has gone back to {@link GroupFeedback#anewPsn} twice
     */
    public boolean isWaiting(final int slot) {
        return groups.has(slot, GroupFeedback.ANEW_REPEATED);
    }

    /**
     * @param slot of the group
     * @return whether the frame still counts
     */
    public boolean isOpen(final int slot) {
        return groups.has(slot, GroupFeedback.ANEW_VALID);
    }

    /**
     * All paths have spoken: the bound follows the minimum. Once the source has gone on from the
     * frame, the frame is history.
     *
     * @param slot of the group
     */
    public void settle(final int slot) {
        groups.clear(slot, GroupFeedback.MISSED);
        if ((groups.flags(slot) & (GroupFeedback.ANEW_REPEATED | GroupFeedback.STANDS)) != 0
                && Psn.distance(groups.highest(slot), groups.minimum(slot)) > 0) {
            bound.advance(slot, groups.minimum(slot));
        }
        closeOnceLeft(slot);
        if (Psn.distance(groups.anewPsn(slot), groups.minimum(slot)) >= 0) {
            groups.clear(slot, GroupFeedback.STANDS);
        }
    }
}
