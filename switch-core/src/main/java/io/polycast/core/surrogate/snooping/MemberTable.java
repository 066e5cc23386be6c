package io.polycast.core.surrogate.snooping;

import io.polycast.voq.list.IndexList;
import java.util.Arrays;
import org.agrona.collections.Int2IntHashMap;

/**
 * Exits with members of each group, and until when. Arrays and the index are made once; a group that
 * finds no room is not learned.
 *
 * <p>A membership is a slot and an exit. It lives, or is leaving after a leave. Both waits are equally long
 * for all memberships, so that two lists are in order of their deadlines.
 */
final class MemberTable {
    static final long NEVER = Long.MAX_VALUE;

    private static final int NONE = -1;
    private static final float LOAD_FACTOR = 0.5f;

    private final int exits;
    private final int mostOfBounded;
    private final long bounded;
    private final Int2IntHashMap slots;
    private final int[] groups;
    private final long[] members;

    /** By exit: groups with members there. */
    private final int[] joined;

    /** By membership: when it ends, or when its next query is due, in ns. */
    private final long[] dueNs;

    /** By membership: when its exit was queried last, in ns. */
    private final long[] queriedNs;

    /** By membership: queries that are still due before it ends. */
    private final byte[] queries;

    private final IndexList living;
    private final IndexList leaving;
    private final int[] free;
    private int freeCount;

    /**
     * @param bounded exits that may have members of a quarter of the groups only
     */
    MemberTable(final int capacity, final int exits, final long bounded) {
        this.exits = exits;
        this.bounded = bounded;
        mostOfBounded = (capacity + 3) / 4;
        slots = new Int2IntHashMap(Math.max(16, 2 * capacity), LOAD_FACTOR, NONE);
        groups = new int[capacity];
        members = new long[capacity];
        joined = new int[exits];
        final int memberships = Math.multiplyExact(capacity, exits);
        dueNs = new long[memberships];
        queriedNs = new long[memberships];
        queries = new byte[memberships];
        living = new IndexList(memberships);
        leaving = new IndexList(memberships);
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

    /** Number of a membership. */
    int membership(final int slot, final int exit) {
        return slot * exits + exit;
    }

    int slotOf(final int membership) {
        return membership / exits;
    }

    int exitOf(final int membership) {
        return membership % exits;
    }

    boolean isLeaving(final int membership) {
        return leaving.contains(membership);
    }

    long dueNs(final int membership) {
        return dueNs[membership];
    }

    int queries(final int membership) {
        return queries[membership];
    }

    /** The living membership that ends first, or -1. */
    int firstLiving() {
        return living.first();
    }

    /** The leaving membership whose next step is due first, or -1. */
    int firstLeaving() {
        return leaving.first();
    }

    /**
     * @return false when the table has no room for one more group, or the exit may have no more
     */
    boolean join(final int group, final int exit, final long endNs) {
        int slot = slots.get(group);
        final boolean isNew = slot == NONE || (members[slot] >>> exit & 1) == 0;
        if (isNew && (bounded >>> exit & 1) != 0 && joined[exit] >= mostOfBounded) {
            return false;
        }
        if (slot == NONE) {
            if (freeCount == 0) {
                return false;
            }
            slot = free[--freeCount];
            groups[slot] = group;
            members[slot] = 0;
            slots.put(group, slot);
        }
        final int membership = membership(slot, exit);
        if (isNew) {
            members[slot] |= 1L << exit;
            joined[exit]++;
            queriedNs[membership] = Long.MIN_VALUE;
        }
        dueNs[membership] = endNs;
        leaving.remove(membership);
        living.remove(membership);
        living.add(membership);
        return true;
    }

    /** A membership waits for its next query, or for its end when none is left. */
    void leave(final int membership, final long nextNs, final int queriesLeft) {
        dueNs[membership] = nextNs;
        queries[membership] = (byte) queriesLeft;
        living.remove(membership);
        leaving.remove(membership);
        leaving.add(membership);
    }

    /** Whether a time has passed since the last query of a membership, which is then queried now. */
    boolean mayQuery(final int membership, final long nowNs, final long gapNs) {
        if (queriedNs[membership] > nowNs - gapNs) {
            return false;
        }
        queriedNs[membership] = nowNs;
        return true;
    }

    void remove(final int membership) {
        final int slot = slotOf(membership);
        final int exit = exitOf(membership);
        living.remove(membership);
        leaving.remove(membership);
        joined[exit]--;
        members[slot] &= ~(1L << exit);
        if (members[slot] == 0) {
            slots.remove(groups[slot]);
            free[freeCount++] = slot;
        }
    }
}
