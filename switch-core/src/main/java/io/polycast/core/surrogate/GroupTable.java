package io.polycast.core.surrogate;

import io.polycast.core.surrogate.snooping.Snooping;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.core.surrogate.view.SurrogateView;
import io.polycast.mft.spec.GroupRefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;

/** Entries of groups by address, with the exits that they name. */
final class GroupTable {
    /** No entry. */
    static final int NONE = -1;

    private static final float LOAD_FACTOR = 0.5f;

    private final Exits exits;
    private final Int2IntHashMap slots;
    private final SurrogateGroup[] entries;
    private final long[] to;
    private final long[] frames;
    private final long[] copies;
    private final int[] free;
    private int freeCount;

    GroupTable(final Exits exits, final int capacity) {
        this.exits = exits;
        slots = new Int2IntHashMap(Math.max(16, 2 * capacity), LOAD_FACTOR, NONE);
        entries = new SurrogateGroup[capacity];
        to = new long[capacity];
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

    long exits(final int slot) {
        return to[slot];
    }

    SurrogateGroup entry(final int slot) {
        return entries[slot];
    }

    void count(final int slot, final int queued) {
        frames[slot]++;
        copies[slot] += queued;
    }

    /**
     * Installs an entry, or replaces it whole.
     *
     * @return the entry before, or null
     * @throws GroupRefusedException when it does not fit; nothing changed
     */
    SurrogateGroup set(final SurrogateGroup entry) throws GroupRefusedException {
        final long set = exits.of(entry);
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
        final SurrogateGroup before = entries[slot];
        entries[slot] = entry;
        to[slot] = set;
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

    /** A picture of a slot, with the exits that snooping adds. */
    SurrogateView view(final int slot, final long snooped) {
        final SurrogateGroup entry = entries[slot];
        return new SurrogateView(
                entry.mcstId(),
                entry,
                snooped & exits.hosts(),
                nodes(snooped),
                0,
                frames[slot],
                copies[slot]);
    }

    /** Pictures of groups that IGMP alone made, in order of their addresses read as unsigned numbers. */
    List<SurrogateView> learned(final long nowNs, final Snooping snooping) {
        final List<SurrogateView> views = new ArrayList<>();
        for (int each = 0; each < snooping.capacity(); each++) {
            final long snooped = snooping.membersAt(each);
            if (snooped != 0 && slot(snooping.groupAt(each)) == NONE) {
                views.add(
                        new SurrogateView(
                                snooping.groupAt(each),
                                null,
                                snooped & exits.hosts(),
                                nodes(snooped),
                                Math.max(0, snooping.endNs(each) - nowNs),
                                0,
                                0));
            }
        }
        views.sort(Comparator.comparingLong(view -> Integer.toUnsignedLong(view.mcstId())));
        return views;
    }

    /** Slots in order of their addresses read as unsigned numbers. */
    List<Integer> slotsInOrder() {
        final List<Integer> all = new ArrayList<>();
        for (int slot = 0; slot < entries.length; slot++) {
            if (entries[slot] != null) {
                all.add(slot);
            }
        }
        all.sort(Comparator.comparingLong(slot -> Integer.toUnsignedLong(entries[slot].mcstId())));
        return all;
    }

    private List<String> nodes(final long set) {
        final List<String> names = new ArrayList<>();
        for (int leg = 0; leg < exits.legs(); leg++) {
            if ((set >>> exits.exitOf(leg) & 1) != 0) {
                names.add(exits.leg(leg).node());
            }
        }
        return names;
    }
}
