package io.polycast.core.offload;

import io.polycast.mft.table.Mft;
import java.util.Arrays;

/** Groups that wait for a time, all equally long: in order of arrival they are in order of time. */
final class DueList {
    private final long[] dueNs;
    private final int[] next;
    private final int[] previous;

    /** Index behind the slots: head and tail of the ring. */
    private final int ends;

    DueList(final int maxGroups) {
        ends = maxGroups;
        dueNs = new long[maxGroups];
        next = new int[maxGroups + 1];
        previous = new int[maxGroups + 1];
        Arrays.fill(next, Mft.NONE);
        next[ends] = ends;
        previous[ends] = ends;
    }

    /** Due times must not decrease from one call to the next. */
    void add(final int slot, final long atNs) {
        dueNs[slot] = atNs;
        next[slot] = ends;
        previous[slot] = previous[ends];
        next[previous[ends]] = slot;
        previous[ends] = slot;
    }

    boolean has(final int slot) {
        return next[slot] != Mft.NONE;
    }

    void remove(final int slot) {
        if (has(slot)) {
            next[previous[slot]] = next[slot];
            previous[next[slot]] = previous[slot];
            next[slot] = Mft.NONE;
        }
    }

    /** A group that is due, no longer in the list; or {@link Mft#NONE}. */
    int pollDue(final long nowNs) {
        final int first = next[ends];
        if (first == ends || dueNs[first] - nowNs > 0) {
            return Mft.NONE;
        }
        remove(first);
        return first;
    }

    long nextNs() {
        return next[ends] == ends ? Long.MAX_VALUE : dueNs[next[ends]];
    }
}
