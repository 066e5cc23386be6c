package io.polycast.mft.table;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;

/**
 * Records that a feedback buffer held when the table was made: the state of a process that ended.
 * Each is taken by the group or path that it belongs to when its group is installed first, or
 * forgotten: then, or when room is short. The time in between is nobody's silence.
 */
final class RecoveredFeedback {
    /** Flags of a path that is out of service. */
    static final int OUT = PathFeedback.EVICTED | PathFeedback.DEMOTED;

    private static final IntArrayList NO_IDS = new IntArrayList();

    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Int2IntHashMap slotByMcstId = new Int2IntHashMap(Mft.NONE);
    private final Int2ObjectHashMap<IntArrayList> idsByMcstId = new Int2ObjectHashMap<>();

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
            }
        }
        for (int id = 0; id < maxPaths; id++) {
            if (slotByMcstId.containsKey(paths.mcstId(id))) {
                idsByMcstId.computeIfAbsent(paths.mcstId(id), key -> new IntArrayList()).addInt(id);
            }
        }
    }

    boolean holdsGroup(final int slot) {
        return slotByMcstId.get(groups.mcstId(slot)) == slot;
    }

    boolean holdsPath(final int id) {
        return idsByMcstId.containsKey(paths.mcstId(id));
    }

    boolean knowsGroup(final int mcstId) {
        return slotByMcstId.containsKey(mcstId);
    }

    /** Path records held for a group. */
    int pathCount(final int mcstId) {
        return ids(mcstId).size();
    }

    /** Takes a group's record; {@link Mft#NONE} when there is none. */
    int takeGroup(final int mcstId) {
        return slotByMcstId.remove(mcstId);
    }

    /** Takes a path's record; {@link Mft#NONE} when there is none, or two that cannot be told apart. */
    int takePath(final int mcstId, final int keyHash) {
        final IntArrayList ids = ids(mcstId);
        int found = Mft.NONE;
        for (int i = 0; i < ids.size(); i++) {
            if (paths.keyHash(ids.getInt(i)) == keyHash) {
                if (found != Mft.NONE) {
                    return Mft.NONE;
                }
                found = i;
            }
        }
        if (found == Mft.NONE) {
            return Mft.NONE;
        }
        final int id = ids.fastUnorderedRemove(found);
        keepWhatOutlivesAProcess(id, mcstId, keyHash);
        return id;
    }

    /** A member that is out stays out, and a fatal NAK waits; what was acknowledged is history (rule 2). */
    private void keepWhatOutlivesAProcess(final int id, final int mcstId, final int keyHash) {
        final int out = paths.flags(id) & OUT;
        final boolean refuses = paths.refuses(id);
        final int psn = paths.nakPsn(id);
        final int severity = paths.nakSeverity(id);
        final int msn = paths.msn(id);
        paths.reset(id, mcstId, keyHash);
        paths.set(id, out);
        if (refuses) {
            paths.nakPsn(id, psn);
            paths.nakSeverity(id, severity);
            paths.msn(id, msn);
            paths.set(id, PathFeedback.NAK_WAITS);
        }
    }

    /** Gives up the path records of a group that nobody has taken: their members left in between. */
    void forgetPaths(final int mcstId, final IntArrayList freeIds) {
        final IntArrayList ids = idsByMcstId.remove(mcstId);
        if (ids != null) {
            free(ids, freeIds);
        }
    }

    /** Gives up what is held of a group. */
    void forgetGroup(final int mcstId, final IntArrayList freeSlots, final IntArrayList freeIds) {
        final int slot = takeGroup(mcstId);
        if (slot != Mft.NONE) {
            free(slot, freeSlots);
        }
        forgetPaths(mcstId, freeIds);
    }

    /** Gives up all records that nobody has taken. */
    void forget(final IntArrayList freeSlots, final IntArrayList freeIds) {
        slotByMcstId.values().forEach(slot -> free(slot, freeSlots));
        slotByMcstId.clear();
        idsByMcstId.values().forEach(ids -> free(ids, freeIds));
        idsByMcstId.clear();
    }

    private void free(final int slot, final IntArrayList freeSlots) {
        groups.reset(slot, 0);
        freeSlots.addInt(slot);
    }

    private void free(final IntArrayList ids, final IntArrayList freeIds) {
        for (int i = 0; i < ids.size(); i++) {
            paths.reset(ids.getInt(i), 0, 0);
            freeIds.addInt(ids.getInt(i));
        }
    }

    private IntArrayList ids(final int mcstId) {
        return idsByMcstId.getOrDefault(mcstId, NO_IDS);
    }
}
