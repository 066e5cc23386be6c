package io.polycast.mft.table;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.PathSpec;

/** First state of a path that joins a group (docs/protocol.md, rule 1). */
final class PathStart {
    private final Mft mft;
    private final PathFeedback paths;

    PathStart(final Mft mft) {
        this.mft = mft;
        this.paths = mft.pathFeedback();
    }

    /**
     * MSN that the members of a group tell. An aggregate that waits for a joiner carries it, so that the
     * source's MSN does not go back (rule 7).
     *
     * @param slot of the group as it is before a change
     * @return MSN of a known receiver, or 0
     */
    int msn(final int slot) {
        final GroupFeedback groups = mft.groupFeedback();
        for (int path = 0; path < mft.pathCount(slot); path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (id != groups.source(slot) && paths.has(id, PathFeedback.KNOWN)) {
                return paths.msn(id);
            }
        }
        return 0;
    }

    /**
     * A path of which nothing was heard. With a first PSN of its own it stands before it, and data
     * before it is not for the path.
     *
     * @param id of its feedback words
     * @param spec of the path
     * @param msn of the group
     */
    void join(final int id, final PathSpec spec, final int msn) {
        if (spec.joins()) {
            paths.ackPsn(id, spec.psnBefore());
            paths.msn(id, msn);
            paths.set(id, PathFeedback.KNOWN | PathFeedback.JOINING);
        }
    }
}
