package io.polycast.core.role;

import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.GroupEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;

/**
 * Entries of groups by address, with their exits and counts, for roles that copy frames unchanged.
 * An exit is a bit of a word; the role says what it stands for. Allocates in {@link #set} at most.
 *
 * @param <E> entries of the role
 */
public final class EntryTable<E extends GroupEntry> {
    /** No entry. */
    public static final int NONE = -1;

    private static final float LOAD_FACTOR = 0.5f;

    private final Int2IntHashMap slots;
    private final List<E> entries;
    private final long[] exits;
    private final long[] frames;
    private final long[] copies;
    private final int[] free;
    private int freeCount;

    /**
     * @param capacity most groups, at least 1
     */
    public EntryTable(final int capacity) {
        slots = new Int2IntHashMap(Math.max(16, 2 * capacity), LOAD_FACTOR, NONE);
        entries = new ArrayList<>(Collections.nCopies(capacity, null));
        exits = new long[capacity];
        frames = new long[capacity];
        copies = new long[capacity];
        free = new int[capacity];
        Arrays.setAll(free, i -> capacity - 1 - i);
        freeCount = capacity;
    }

    /**
     * @param mcstId address of the group, an int in network order
     * @return its slot, or {@link #NONE}
     */
    public int slot(final int mcstId) {
        return slots.get(mcstId);
    }

    /**
     * @param slot of a group
     * @return its exits: bit i is exit i
     */
    public long exits(final int slot) {
        return exits[slot];
    }

    /**
     * @param slot of a group
     * @return its entry
     */
    public E entry(final int slot) {
        return entries.get(slot);
    }

    /**
     * @param slot of a group
     * @return its frames since the entry was created
     */
    public long frames(final int slot) {
        return frames[slot];
    }

    /**
     * @param slot of a group
     * @return copies of its frames since the entry was created
     */
    public long copies(final int slot) {
        return copies[slot];
    }

    /**
     * Counts a frame.
     *
     * @param slot of its group
     * @param taken copies that exits took
     */
    public void count(final int slot, final int taken) {
        frames[slot]++;
        copies[slot] += taken;
    }

    /**
     * Installs an entry, or replaces it whole; the counts of a replaced one go on.
     *
     * @param entry to install
     * @param to its exits
     * @return what changed
     * @throws GroupRefusedException when the table is full; nothing changed
     */
    public GroupChange set(final E entry, final long to) throws GroupRefusedException {
        int slot = slots.get(entry.mcstId());
        if (slot == NONE) {
            if (freeCount == 0) {
                throw new GroupRefusedException(
                        "the table has room for "
                                + entries.size()
                                + " groups; raise limits.maxGroups");
            }
            slot = free[--freeCount];
            slots.put(entry.mcstId(), slot);
            frames[slot] = 0;
            copies[slot] = 0;
        }
        final E before = entries.set(slot, entry);
        exits[slot] = to;
        return new GroupChange(kind(before, entry), 0);
    }

    private static GroupChange.Kind kind(final GroupEntry before, final GroupEntry entry) {
        if (before == null) {
            return GroupChange.Kind.CREATED;
        }
        return before.equals(entry) ? GroupChange.Kind.KEPT : GroupChange.Kind.REPLACED;
    }

    /**
     * @param mcstId group to take away
     * @return whether it was there
     */
    public boolean unset(final int mcstId) {
        final int slot = slots.remove(mcstId);
        if (slot == NONE) {
            return false;
        }
        entries.set(slot, null);
        free[freeCount++] = slot;
        return true;
    }

    /**
     * @return groups in the table
     */
    public int size() {
        return entries.size() - freeCount;
    }

    /**
     * @return slots in order of their addresses read as unsigned numbers
     */
    public List<Integer> slotsInOrder() {
        final List<Integer> all = new ArrayList<>();
        for (int slot = 0; slot < entries.size(); slot++) {
            if (entries.get(slot) != null) {
                all.add(slot);
            }
        }
        all.sort(Comparator.comparingLong(each -> Integer.toUnsignedLong(entry(each).mcstId())));
        return all;
    }
}
