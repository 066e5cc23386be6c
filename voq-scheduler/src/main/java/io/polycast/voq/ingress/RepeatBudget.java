package io.polycast.voq.ingress;

import java.util.Arrays;

/**
 * Units that an egress may ask for again, by egress. Each unit sent for the first time adds one, and each {@code
 * repeat} an eighth of a batch, up to the units of all requests. An egress that asks for ever thus gets no more
 * than twice what it lets pass, and a small constant rate.
 */
final class RepeatBudget {
    private static final int PARTS_OF_BATCH = 8;

    private final long repeat;
    private final int most;
    private final int refill;
    private final int[] left;
    private final long[] since;
    private long refused;

    RepeatBudget(final LegSettings leg, final int egresses) {
        repeat = leg.repeat();
        most = leg.requests() * leg.batch();
        refill = Math.max(1, leg.batch() / PARTS_OF_BATCH);
        left = new int[egresses];
        since = new long[egresses];
        Arrays.fill(left, most);
    }

    /** A frame was sent for the first time. */
    void onSent(final int egress, final int units) {
        left[egress] = Math.min(most, left[egress] + units);
    }

    /** Takes units; returns false, and counts a frame, when too few are left. */
    boolean take(final long now, final int egress, final int units) {
        final long intervals = (now - since[egress]) / repeat;
        if (intervals > 0) {
            since[egress] += intervals * repeat;
            final long filled = left[egress] + Math.min(most, intervals) * refill;
            left[egress] = (int) Math.min(most, filled);
        }
        if (units > left[egress]) {
            refused++;
            return false;
        }
        left[egress] -= units;
        return true;
    }

    /** Frames that were asked for and not repeated. */
    long refused() {
        return refused;
    }
}
