package io.polycast.ack;

import io.polycast.parser.psn.Psn;
import java.util.Arrays;

/**
 * What a walk over a group's paths found beside the minimum, kept so that the next walk can wait: who
 * holds the minimum, and a PSN that no other receiver is behind. AckPSNs only grow from one walk to
 * the next, so the bound stays true while they do. Soft state: the feedback words say everything,
 * and a walk comes before the first use.
 */
final class Runners {
    /** Holder of a minimum that several paths share, of which the first is not known. */
    static final int UNKNOWN = -1;

    /** Bound where all receivers hold the minimum. */
    static final int NOBODY = -2;

    private final int[] holder;
    private final int[] bound;

    Runners(final int maxGroups) {
        holder = new int[maxGroups];
        bound = new int[maxGroups];
        Arrays.fill(holder, UNKNOWN);
        // Nothing is ahead of what is behind everything.
        Arrays.fill(bound, UNKNOWN);
    }

    /** After a walk: feedback id of the first path at the minimum, smallest AckPSN behind it. */
    void set(final int slot, final int firstHolder, final int smallestOther) {
        holder[slot] = firstHolder;
        bound[slot] = smallestOther;
    }

    /** Feedback id of the first path at the minimum, or {@link #UNKNOWN}. */
    int holder(final int slot) {
        return holder[slot];
    }

    /** The only holder of the minimum moved and holds it still. */
    void hold(final int slot, final int id) {
        holder[slot] = id;
    }

    /** One holder of several leaves the minimum for a PSN behind it. */
    void join(final int slot, final int id, final int psn) {
        if (holder[slot] == id) {
            holder[slot] = UNKNOWN;
        }
        final int other = bound[slot];
        if (other == NOBODY || other != UNKNOWN && Psn.distance(psn, other) > 0) {
            bound[slot] = psn;
        }
    }

    /** Whether every other receiver is certainly ahead of a PSN. */
    boolean isAheadOf(final int slot, final int psn) {
        final int other = bound[slot];
        return other == NOBODY || other != UNKNOWN && Psn.distance(psn, other) > 0;
    }
}
