package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.source.Establishment;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;

/**
 * Bound on the PSNs that feedback may acknowledge (rule 12). Endpoints believe any ACK, so the switch ignores
 * feedback beyond the highest PSN that it forwarded. Receivers that are ahead of a switch without memory are
 * the exception.
 */
final class FeedbackBound {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Establishment establishment;
    private final int answerWindow;

    FeedbackBound(final Mft mft, final int answerWindow) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.establishment = new Establishment(groups);
        this.answerWindow = answerWindow;
    }

    /** Whether a path acknowledges a PSN that the source cannot have sent. */
    boolean isBeyond(final int slot, final int id, final int psn) {
        if (!groups.has(slot, GroupFeedback.HIGHEST_VALID)) {
            return true;
        }
        final int beyond = Psn.distance(groups.highest(slot), psn);
        return beyond > 0
                && (beyond > answerWindow || !establishment.excuses(slot, hasSpoken(slot, id)));
    }

    /**
     * Whether the path has answered. A path that stands before a registered first PSN may not have.
     */
    private boolean hasSpoken(final int slot, final int id) {
        return paths.has(id, PathFeedback.KNOWN)
                && !(groups.has(slot, GroupFeedback.REGISTERED)
                        && paths.ackPsn(id) == Psn.previous(mft.initialPsn(slot)));
    }

    /** Whether the source waits at the PSN with which it began. */
    boolean isWaiting(final int slot) {
        return establishment.isWaiting(slot);
    }

    /** The AckPSN of a path moved. */
    void onMoved(final int slot) {
        if (establishment.isOpen(slot)
                || (groups.flags(slot) & (GroupFeedback.MISSED | GroupFeedback.STANDS)) != 0) {
            settle(slot);
        }
    }

    /** The bound follows the minimum once each path has answered. */
    void settle(final int slot) {
        if (groups.unknown(slot) == 0
                && !(groups.has(slot, GroupFeedback.REGISTERED)
                        && groups.minimum(slot) == Psn.previous(mft.initialPsn(slot)))) {
            establishment.settle(slot);
        }
    }
}
