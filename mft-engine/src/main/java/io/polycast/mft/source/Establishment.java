package io.polycast.mft.source;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.parser.psn.Psn;

/**
 * The frame that established a group's source, and whether the source has repeated it (design rule 12).
 *
 * <p>The bound on feedback starts at this frame, but receivers may be ahead of it, because the switch lost
 * its state. A source that repeats the frame proves that it still waits. From then on feedback of unknown
 * paths counts beyond the bound. A source that sends an earlier PSN moves the mark back to that PSN, so
 * that a source which repeats only its oldest packet is served too.
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
     * @param again whether the same source begins the group anew: its timer may be longer than an exchange
     *     may be idle, and the frame may be the one of before
     */
    void begin(final int slot, final int psn, final boolean again) {
        final boolean repeated =
                again && groups.has(slot, GroupFeedback.ANEW_VALID) && groups.anewPsn(slot) == psn;
        groups.anewPsn(slot, psn);
        if (!repeated) {
            groups.clear(slot, GroupFeedback.ANEW_REPEATED);
            groups.set(slot, GroupFeedback.ANEW_VALID);
        } else {
            groups.set(slot, GroupFeedback.ANEW_REPEATED);
        }
    }

    /**
     * @param slot of the group
     * @param psn of the source's data
     * @return whether {@link #onData} would change anything; the frame's ICRC has to hold then
     */
    public boolean concerns(final int slot, final int psn) {
        return (groups.flags(slot) & (GroupFeedback.ANEW_VALID | GroupFeedback.ANEW_REPEATED))
                        == GroupFeedback.ANEW_VALID
                && Psn.distance(groups.anewPsn(slot), psn) <= 0;
    }

    /**
     * The source has sent data, not for the first time since the source was established.
     *
     * @param slot of the group
     * @param psn of the data
     */
    public void onData(final int slot, final int psn) {
        if (!concerns(slot, psn)) {
            return;
        }
        if (groups.anewPsn(slot) == psn) {
            groups.set(slot, GroupFeedback.ANEW_REPEATED);
        } else {
            groups.anewPsn(slot, psn);
        }
    }

    /**
     * Whether feedback beyond the bound may count: the source waits, and its receivers may be ahead of what
     * passed here.
     *
     * @param slot of the group
     * @param hasSpoken whether the path's AckPSN is its own word
     * @return true once the source has repeated the frame; for a path that has spoken only while the source
     *     has sent nothing else, for what it said may have been under way since before the state was lost
     */
    public boolean excuses(final int slot, final boolean hasSpoken) {
        return groups.has(slot, GroupFeedback.ANEW_REPEATED)
                && (!hasSpoken || groups.highest(slot) == groups.anewPsn(slot));
    }

    /**
     * @param slot of the group
     * @return whether the frame still counts
     */
    public boolean isOpen(final int slot) {
        return groups.has(slot, GroupFeedback.ANEW_VALID);
    }

    /**
     * All paths have spoken: the bound follows the minimum. Once the source has gone on from the frame, the
     * frame is history.
     *
     * @param slot of the group
     */
    public void settle(final int slot) {
        if (groups.has(slot, GroupFeedback.ANEW_REPEATED)
                && Psn.distance(groups.highest(slot), groups.minimum(slot)) > 0) {
            bound.advance(slot, groups.minimum(slot));
        }
        if (groups.highest(slot) != groups.anewPsn(slot)) {
            groups.clear(slot, GroupFeedback.ANEW_VALID | GroupFeedback.ANEW_REPEATED);
        }
    }
}
