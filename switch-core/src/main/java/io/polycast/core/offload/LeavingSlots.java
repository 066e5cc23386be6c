package io.polycast.core.offload;

import io.polycast.mft.table.Mft;

/**
 * Groups whose slot was withdrawn and has not settled, in order of withdrawal: the kernel may still write
 * to it.
 */
final class LeavingSlots {
    private static final byte NONE = 0;
    private static final byte FOLLOWED = 1;
    private static final byte COUNTED = 2;

    private final byte[] states;
    private final int[] ring;
    private int first;
    private int size;

    LeavingSlots(final int maxGroups) {
        states = new byte[maxGroups];
        ring = new int[maxGroups];
    }

    /** The group is unchanged: frames that the kernel still sees count for its feedback. */
    void add(final int slot) {
        states[slot] = FOLLOWED;
        int last = first + size;
        if (last >= ring.length) {
            last -= ring.length;
        }
        ring[last] = slot;
        size++;
    }

    boolean has(final int slot) {
        return states[slot] != NONE;
    }

    boolean isFollowed(final int slot) {
        return states[slot] == FOLLOWED;
    }

    /**
     * The group or its source has changed: frames that the kernel still sees count in the sums
     * only.
     */
    void unfollow(final int slot) {
        if (states[slot] == FOLLOWED) {
            states[slot] = COUNTED;
        }
    }

    /** The one that has waited longest, or {@link Mft#NONE}. */
    int first() {
        return size == 0 ? Mft.NONE : ring[first];
    }

    void removeFirst() {
        states[ring[first]] = NONE;
        first = first + 1 == ring.length ? 0 : first + 1;
        size--;
    }
}
