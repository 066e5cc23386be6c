package io.polycast.core.surrogate.snooping;

import java.util.Arrays;
import org.agrona.collections.Int2IntHashMap;

/**
 * Exits with members of each group, and until when. Arrays and the index are made once; a group that
 * finds no room is not learned.
 */
final class MemberTable {
    static final int EXITS = 64;
    static final long NEVER = Long.MAX_VALUE;

    private static final int NONE = -1;
    private static final float LOAD_FACTOR = 0.5f;

    private final Int2IntHashMap slots;
    private final int[] groups;
    private final long[] members;

    /** By slot and exit: when the membership ends, in ns. */
    private final long[] untilNs;

    /** By slot and exit: when the next query after a leave is due, in ns, or {@link #NEVER}. */
    private final long[] queryNs;

    private final int[] free;
    private int freeCount;

    MemberTable(final int capacity) {
        slots = new Int2IntHashMap(Math.max(16, 2 * capacity), LOAD_FACTOR, NONE);
        groups = new int[capacity];
        members = new long[capacity];
        untilNs = new long[capacity * EXITS];
        queryNs = new long[capacity * EXITS];
        free = new int[capacity];
        Arrays.setAll(free, i -> capacity - 1 - i);
        freeCount = capacity;
    }

    int capacity() {
        return groups.length;
    }

    int size() {
        return groups.length - freeCount;
    }

    /** The slot of a group, or -1. */
    int slot(final int group) {
        return slots.get(group);
    }

    int groupAt(final int slot) {
        return groups[slot];
    }

    /** Exits with members; 0 for a free slot. */
    long membersAt(final int slot) {
        return members[slot];
    }

    long untilNs(final int slot, final int exit) {
        return untilNs[slot * EXITS + exit];
    }

    long queryNs(final int slot, final int exit) {
        return queryNs[slot * EXITS + exit];
    }

    /**
     * @return false when the table has no room for one more group
     */
    boolean join(final int group, final int exit, final long atNs) {
        int slot = slots.get(group);
        if (slot == NONE) {
            if (freeCount == 0) {
                return false;
            }
            slot = free[--freeCount];
            groups[slot] = group;
            members[slot] = 0;
            slots.put(group, slot);
        }
        members[slot] |= 1L << exit;
        expire(slot, exit, atNs, NEVER);
        return true;
    }

    void expire(final int slot, final int exit, final long endNs, final long nextQueryNs) {
        untilNs[slot * EXITS + exit] = endNs;
        queryNs[slot * EXITS + exit] = nextQueryNs;
    }

    void remove(final int slot, final int exit) {
        members[slot] &= ~(1L << exit);
        if (members[slot] == 0) {
            slots.remove(groups[slot]);
            free[freeCount++] = slot;
        }
    }
}
