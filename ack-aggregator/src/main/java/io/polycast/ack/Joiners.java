package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;

/**
 * Receivers that join a running group at a PSN of their own. Until such a path speaks, its AckPSN is the PSN
 * before its first: that may lie ahead of everything that was sent.
 */
final class Joiners {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Receivers receivers;

    Joiners(final Mft mft, final Receivers receivers) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.receivers = receivers;
    }

    /**
     * A path that joins has acknowledged a PSN within the bound. The PSN before its first, or a later one, is the
     * path's own word.
     */
    void onFeedback(final int slot, final int id, final int psn) {
        if (Psn.distance(paths.ackPsn(id), psn) >= 0) {
            paths.clear(id, PathFeedback.JOINING);
            recount(slot);
        }
    }

    /**
     * Whether only paths that join hold the minimum: no receiver has acknowledged it.
     *
     * @param slot of a group without unknown paths
     */
    boolean holdMinimum(final int slot) {
        if (!groups.has(slot, GroupFeedback.JOINS)) {
            return false;
        }
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (receivers.isReceiver(slot, id)
                    && paths.ackPsn(id) == groups.minimum(slot)
                    && !paths.has(id, PathFeedback.JOINING)) {
                return false;
            }
        }
        return true;
    }

    /**
     * PSN that the source may be told of: the minimum, but nothing that was not sent. If all receivers
     * join, the minimum is ahead of that.
     *
     * @param slot of a group without unknown paths
     */
    int acknowledgeable(final int slot) {
        final int minimum = groups.minimum(slot);
        return holdMinimum(slot) && Psn.distance(groups.highest(slot), minimum) > 0
                ? groups.highest(slot)
                : minimum;
    }

    /** Looks again whether any receiver joins: O(paths). */
    void recount(final int slot) {
        groups.clear(slot, GroupFeedback.JOINS);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (receivers.isReceiver(slot, id) && paths.has(id, PathFeedback.JOINING)) {
                groups.set(slot, GroupFeedback.JOINS);
                return;
            }
        }
    }
}
