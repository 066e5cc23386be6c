package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.PathRow;
import io.polycast.parser.psn.Psn;

/**
 * Receivers of a group and their minimum AckPSN.
 *
 * <p>How many paths stand at the minimum is counted, and a PSN is kept that no other path is behind. Only
 * the feedback that takes the last holder of the minimum to that bound costs a walk over the paths, all
 * other feedback costs the same whatever the size of the group: AckPSNs only grow from one walk to the
 * next, so the bound stays true. The paper's triPort is one holder of the minimum; the count generalises
 * it to ties.
 */
final class Receivers {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Joiners joiners;

    Receivers(final Mft mft) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.joiners = new Joiners(mft, this);
    }

    /** Paths that join. */
    Joiners joiners() {
        return joiners;
    }

    /** Whether a path takes part in the minimum. */
    boolean isReceiver(final int slot, final int id) {
        return id != groups.source(slot) && !paths.has(id, PathFeedback.EVICTED);
    }

    /** Index of a path at the minimum, or {@link Mft#NONE} when there is no minimum. */
    int pathAtMinimum(final int slot) {
        final int count = mft.pathCount(slot);
        if (groups.unknown(slot) == 0) {
            for (int path = 0; path < count; path++) {
                final int id = mft.feedbackId(mft.row(slot, path));
                if (isReceiver(slot, id) && paths.ackPsn(id) == groups.minimum(slot)) {
                    return path;
                }
            }
        }
        return Mft.NONE;
    }

    /** MSN of a path at the minimum; 0 when there is no minimum. */
    int msnAtMinimum(final int slot) {
        final int known = groups.unknown(slot) == 0 ? groups.firstAtMinimum(slot) : Mft.NONE;
        final int path = known == Mft.NONE ? pathAtMinimum(slot) : known;
        if (path == Mft.NONE) {
            return 0;
        }
        groups.firstAtMinimum(slot, path);
        return paths.msn(mft.feedbackId(mft.row(slot, path)));
    }

    /** The slowest known receiver, else one with a waiting NAK, else who has told an MSN, else the source. */
    int slowestKnown(final int slot) {
        int known = Mft.NONE;
        int other = groups.source(slot);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (!isReceiver(slot, id)) {
                continue;
            }
            if (!paths.has(id, PathFeedback.KNOWN)) {
                final boolean told = paths.msn(other) == 0 && paths.msn(id) != 0;
                other = told || paths.has(id, PathFeedback.NAK_WAITS) ? id : other;
            } else if (known == Mft.NONE
                    || Psn.distance(paths.ackPsn(id), paths.ackPsn(known)) > 0) {
                known = id;
            }
        }
        return known == Mft.NONE ? other : known;
    }

    /** A known path's AckPSN went on. */
    void onMoved(final int slot, final int id, final int old, final int psn) {
        if (groups.unknown(slot) == 0 && old == groups.minimum(slot)) {
            leaveMinimum(slot, id, psn);
        }
    }

    /** A path at the minimum moved on to a later PSN. */
    private void leaveMinimum(final int slot, final int id, final int psn) {
        final int holders = groups.atMinimum(slot);
        if (holders > 1) {
            groups.atMinimum(slot, holders - 1);
            join(slot, id, psn, holders == groups.receivers(slot));
        } else if (groups.receivers(slot) == 1 || isBeforeBound(slot, psn)) {
            groups.minimum(slot, psn);
        } else {
            recount(slot);
        }
    }

    /**
     * A path joins those ahead of the minimum, and may become the next one that the minimum
     * reaches.
     */
    private void join(final int slot, final int id, final int psn, final boolean isFirst) {
        final int known = groups.firstAtMinimum(slot);
        if (known != Mft.NONE && mft.feedbackId(mft.row(slot, known)) == id) {
            groups.firstAtMinimum(slot, Mft.NONE);
        }
        if (isFirst || isBeforeBound(slot, psn)) {
            groups.bound(slot, psn);
            groups.set(slot, GroupFeedback.BOUND_VALID);
        }
    }

    private boolean isBeforeBound(final int slot, final int psn) {
        return groups.has(slot, GroupFeedback.BOUND_VALID)
                && Psn.distance(psn, groups.bound(slot)) > 0;
    }

    /** Counts receivers, unknown paths and those at the minimum: O(paths). */
    void recount(final int slot) {
        final int first = mft.row(slot, 0);
        final int end = first + mft.pathCount(slot) * PathRow.LENGTH;
        int receivers = 0;
        int unknown = 0;
        int atMinimum = 0;
        int minimum = 0;
        int holder = Mft.NONE;
        int second = Mft.NONE;
        for (int row = first; row < end; row += PathRow.LENGTH) {
            final int id = mft.feedbackId(row);
            if (!isReceiver(slot, id)) {
                continue;
            }
            receivers++;
            if (!paths.has(id, PathFeedback.KNOWN)) {
                unknown++;
                continue;
            }
            final int ack = paths.ackPsn(id);
            final int ahead = atMinimum == 0 ? 1 : Psn.distance(ack, minimum);
            if (ahead > 0) {
                second = atMinimum == 0 ? Mft.NONE : minimum;
                minimum = ack;
                atMinimum = 1;
                holder = (row - first) / PathRow.LENGTH;
            } else if (ahead == 0) {
                atMinimum++;
            } else if (second == Mft.NONE || Psn.distance(ack, second) > 0) {
                second = ack;
            }
        }
        joiners.recount(slot);
        groups.receivers(slot, receivers);
        groups.unknown(slot, unknown);
        groups.atMinimum(slot, atMinimum);
        groups.minimum(slot, minimum);
        groups.firstAtMinimum(slot, holder);
        if (second == Mft.NONE) {
            groups.clear(slot, GroupFeedback.BOUND_VALID);
        } else {
            groups.bound(slot, second);
            groups.set(slot, GroupFeedback.BOUND_VALID);
        }
    }
}
