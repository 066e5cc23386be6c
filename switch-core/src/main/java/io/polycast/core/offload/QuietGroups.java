package io.polycast.core.offload;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;

/** Groups with nothing outstanding, as far as the engine knows, and no waiting NAK. */
final class QuietGroups {
    private static final int OUTSTANDING =
            GroupFeedback.ME_VALID | GroupFeedback.SENT_VALID | GroupFeedback.PASSED_VALID;

    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;

    QuietGroups(final Mft mft) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
    }

    /** Costs a walk over the paths, but only where the minimum is the highest PSN. */
    boolean has(final int slot) {
        if (groups.minimum(slot) != groups.highest(slot)
                || groups.unknown(slot) != 0
                || groups.receivers(slot) == 0
                || (groups.flags(slot) & OUTSTANDING) != 0) {
            return false;
        }
        // A lone jump is forwarded, but the bound does not know it, nor would the kernel.
        if (groups.has(slot, GroupFeedback.CANDIDATE_VALID)
                && Psn.distance(groups.highest(slot), groups.candidate(slot)) > 0) {
            return false;
        }
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            if (paths.has(mft.feedbackId(mft.row(slot, path)), PathFeedback.NAK_WAITS)) {
                return false;
            }
        }
        return true;
    }
}
