package io.polycast.core.shufflecast;

import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.view.ShufflecastView;
import io.polycast.mft.spec.GroupRefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;

/** Groups by address, with the ports of their members. */
final class Members {
    /** No group. */
    static final int NONE = -1;

    private static final float LOAD_FACTOR = 0.5f;

    private final Int2IntHashMap slots;
    private final ShufflecastGroup[] entries;
    private final long[] ports;
    private final long[] frames;
    private final long[] copies;
    private final int[] free;

    /** Ports that splitters are on. */
    private final long splitters;

    private int freeCount;

    Members(final int capacity, final long splitters) {
        this.splitters = splitters;
        slots = new Int2IntHashMap(Math.max(16, 2 * capacity), LOAD_FACTOR, NONE);
        entries = new ShufflecastGroup[capacity];
        ports = new long[capacity];
        frames = new long[capacity];
        copies = new long[capacity];
        free = new int[capacity];
        Arrays.setAll(free, i -> capacity - 1 - i);
        freeCount = capacity;
    }

    /** The slot of a group, or {@link #NONE}. */
    int slot(final int mcstId) {
        return slots.get(mcstId);
    }

    /** Ports of a slot's members: bit i is port i. */
    long ports(final int slot) {
        return ports[slot];
    }

    void count(final int slot, final int taken) {
        frames[slot]++;
        copies[slot] += taken;
    }

    /**
     * Installs an entry, or replaces it whole.
     *
     * @return the entry before, or null
     * @throws GroupRefusedException when it does not fit; nothing changed
     */
    ShufflecastGroup set(final ShufflecastGroup entry) throws GroupRefusedException {
        if ((entry.ports() & splitters) != 0) {
            throw new GroupRefusedException(
                    "a port of the group is a splitter port or an in port; name ports with hosts");
        }
        int slot = slots.get(entry.mcstId());
        if (slot == NONE) {
            if (freeCount == 0) {
                throw new GroupRefusedException(
                        "the table has room for "
                                + entries.length
                                + " groups; raise limits.maxGroups");
            }
            slot = free[--freeCount];
            slots.put(entry.mcstId(), slot);
            frames[slot] = 0;
            copies[slot] = 0;
        }
        final ShufflecastGroup before = entries[slot];
        entries[slot] = entry;
        ports[slot] = entry.ports();
        return before;
    }

    boolean unset(final int mcstId) {
        final int slot = slots.remove(mcstId);
        if (slot == NONE) {
            return false;
        }
        entries[slot] = null;
        free[freeCount++] = slot;
        return true;
    }

    int size() {
        return entries.length - freeCount;
    }

    ShufflecastView view(final int slot) {
        return new ShufflecastView(entries[slot].mcstId(), ports[slot], frames[slot], copies[slot]);
    }

    /** All groups, in order of their addresses read as unsigned numbers. */
    List<ShufflecastView> views() {
        final List<ShufflecastView> all = new ArrayList<>();
        for (int slot = 0; slot < entries.length; slot++) {
            if (entries[slot] != null) {
                all.add(view(slot));
            }
        }
        all.sort(Comparator.comparingLong(view -> Integer.toUnsignedLong(view.mcstId())));
        return all;
    }
}
