package io.polycast.mft.table;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import java.util.BitSet;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;

/**
 * Records that a feedback buffer held when the table was made: the state of a process that ended.
 * Each is taken by the group or path that it belongs to, or forgotten when room is short.
 */
final class RecoveredFeedback {
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Int2IntHashMap slotByMcstId = new Int2IntHashMap(Mft.NONE);
    private final Long2LongHashMap idByKey = new Long2LongHashMap(Mft.NONE);
    private final BitSet heldSlots = new BitSet();
    private final BitSet heldIds = new BitSet();

    RecoveredFeedback(
            final GroupFeedback groups,
            final PathFeedback paths,
            final int maxGroups,
            final int maxPaths) {
        this.groups = groups;
        this.paths = paths;
        for (int slot = 0; slot < maxGroups; slot++) {
            final int mcstId = groups.mcstId(slot);
            if (mcstId != 0 && !slotByMcstId.containsKey(mcstId)) {
                slotByMcstId.put(mcstId, slot);
                heldSlots.set(slot);
            }
        }
        for (int id = 0; id < maxPaths; id++) {
            final int mcstId = paths.mcstId(id);
            final long key = key(mcstId, paths.keyHash(id));
            if (mcstId != 0 && slotByMcstId.containsKey(mcstId) && !idByKey.containsKey(key)) {
                idByKey.put(key, id);
                heldIds.set(id);
            }
        }
    }

    boolean holdsGroup(final int slot) {
        return heldSlots.get(slot);
    }

    boolean holdsPath(final int id) {
        return heldIds.get(id);
    }

    boolean knowsGroup(final int mcstId) {
        return slotByMcstId.containsKey(mcstId);
    }

    boolean knowsPath(final int mcstId, final int keyHash) {
        return idByKey.containsKey(key(mcstId, keyHash));
    }

    int takeGroup(final int mcstId) {
        final int slot = slotByMcstId.remove(mcstId);
        if (slot != Mft.NONE) {
            heldSlots.clear(slot);
        }
        return slot;
    }

    int takePath(final int mcstId, final int keyHash) {
        final int id = (int) idByKey.remove(key(mcstId, keyHash));
        if (id != Mft.NONE) {
            heldIds.clear(id);
        }
        return id;
    }

    /** Gives up all records that nobody has taken. */
    void forget(final IntArrayList freeSlots, final IntArrayList freeIds) {
        heldSlots.stream()
                .forEach(
                        slot -> {
                            groups.reset(slot, 0);
                            freeSlots.addInt(slot);
                        });
        heldIds.stream()
                .forEach(
                        id -> {
                            paths.reset(id, 0, 0);
                            freeIds.addInt(id);
                        });
        heldSlots.clear();
        heldIds.clear();
        slotByMcstId.clear();
        idByKey.clear();
    }

    private static long key(final int mcstId, final int keyHash) {
        return (long) mcstId << 32 | keyHash & 0xFFFF_FFFFL;
    }
}
