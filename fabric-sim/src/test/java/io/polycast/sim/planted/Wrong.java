package io.polycast.sim.planted;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.parser.psn.Psn;

/** Wrong results of planted bugs; called from rewritten bytecode only. */
public final class Wrong {
    private Wrong() {}

    /** Forgets that PSNs wrap. */
    public static int plainDistance(final int a, final int b) {
        return b - a;
    }

    /** Takes the larger for the smaller. */
    public static int reversedDistance(final int a, final int b) {
        return Psn.distance(b, a);
    }

    /** One too few. */
    public static int shortDistance(final int a, final int b) {
        return Psn.distance(a, b) - 1;
    }

    /** PSN of an outcome, and one more. */
    public static int followingPsn(final long outcome) {
        return Psn.next((int) outcome & Psn.MASK);
    }

    /** Absorbs and says nothing. */
    public static long nothing(
            final Object aggregator, final long nowNs, final int slot, final int ending) {
        return (long) ending << 56;
    }

    /** Data was accepted when it comes, however long ago that was. */
    public static long justNow(final Object groups, final int slot) {
        return Long.MAX_VALUE / 2;
    }

    /** Forgets all but that the path is out of service. */
    public static void resetButOut(
            final Object feedback, final int id, final int mcstId, final int keyHash) {
        final PathFeedback paths = (PathFeedback) feedback;
        final int out = paths.flags(id) & (PathFeedback.EVICTED | PathFeedback.DEMOTED);
        paths.reset(id, mcstId, keyHash);
        paths.set(id, out);
    }
}
