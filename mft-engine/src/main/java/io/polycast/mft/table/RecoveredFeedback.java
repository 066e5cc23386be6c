package io.polycast.mft.table;

import io.polycast.mft.feedback.FeedbackCheck;
import io.polycast.mft.feedback.FeedbackFormat;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import java.util.BitSet;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;

/**
 * Records of an earlier process in the feedback buffer. The first installation of a group takes the records of
 * the group and its paths. Records that no group takes are forgotten then, or when room is short. The time
 * between the processes does not count as silence. A group with a damaged record takes none, see {@link
 * #fault}.
 */
final class RecoveredFeedback {
    /** Flags of a path that is out of service. */
    static final int OUT = PathFeedback.EVICTED | PathFeedback.DEMOTED;

    private static final IntArrayList NO_IDS = new IntArrayList();

    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final FeedbackCheck check;
    private final RecoveredFaults faults;
    private final BitSet held = new BitSet();
    private final Int2IntHashMap slotByMcstId = new Int2IntHashMap(Mft.NONE);
    private final Int2ObjectHashMap<IntArrayList> idsByMcstId = new Int2ObjectHashMap<>();

    RecoveredFeedback(
            final GroupFeedback groups,
            final PathFeedback paths,
            final int maxGroups,
            final int maxPaths) {
        this.groups = groups;
        this.paths = paths;
        this.check = new FeedbackCheck(groups, paths, maxPaths);
        this.faults = new RecoveredFaults(groups, check);
        if (check.isFresh(maxGroups)) {
            FeedbackFormat.makeFree(groups, maxGroups, paths, maxPaths);
            return;
        }
        for (int slot = 0; slot < maxGroups; slot++) {
            find(slot);
        }
        for (int id = 0; id < maxPaths; id++) {
            findPath(id);
        }
        slotByMcstId.forEach(
                (mcstId, slot) -> {
                    if (!faults.isSound(mcstId, slot, ids(mcstId), paths)) {
                        freeOf(mcstId);
                    }
                });
    }

    private void find(final int slot) {
        switch (check.group(slot)) {
            case OWNED -> {
                if (slotByMcstId.containsKey(groups.mcstId(slot))) {
                    faults.onBrokenGroup(slot);
                } else {
                    slotByMcstId.put(groups.mcstId(slot), slot);
                }
            }
            case LOST, DAMAGED -> faults.onBrokenGroup(slot);
            default -> {
                // Free.
            }
        }
    }

    /**
     * A record that no group has is free from here on; whether a group misses it is seen by the
     * count.
     */
    private void findPath(final int id) {
        final FeedbackCheck.Kind kind = check.path(id);
        final int mcstId = paths.mcstId(id);
        if (kind == FeedbackCheck.Kind.OWNED && slotByMcstId.containsKey(mcstId)) {
            idsByMcstId.computeIfAbsent(mcstId, key -> new IntArrayList()).addInt(id);
            held.set(id);
            return;
        }
        if (kind == FeedbackCheck.Kind.DAMAGED) {
            faults.onBrokenPath(mcstId, id);
        }
        if (kind != FeedbackCheck.Kind.FREE) {
            paths.reset(id, 0, 0);
        }
    }

    private void freeOf(final int mcstId) {
        final IntArrayList ids = idsByMcstId.remove(mcstId);
        for (int i = 0; ids != null && i < ids.size(); i++) {
            paths.reset(ids.getInt(i), 0, 0);
            held.clear(ids.getInt(i));
        }
    }

    boolean holdsGroup(final int slot) {
        return check.group(slot) == FeedbackCheck.Kind.OWNED
                && slotByMcstId.get(groups.mcstId(slot)) == slot;
    }

    boolean holdsPath(final int id) {
        return held.get(id);
    }

    /**
     * Why nothing of a group is taken up that an earlier process had, or null; asked before it is
     * taken.
     */
    String fault(final int mcstId) {
        return faults.of(mcstId, knowsGroup(mcstId));
    }

    /** All groups of a start are installed. */
    void endStart() {
        faults.end();
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

    /**
     * Takes a path's record; {@link Mft#NONE} when there is none, or two that cannot be told apart.
     */
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
        keepWhatOutlivesAProcess(id);
        return id;
    }

    /**
     * A member that is out stays out, and a fatal NAK waits; what was acknowledged is history (rule
     * 2).
     */
    private void keepWhatOutlivesAProcess(final int id) {
        final int out = paths.flags(id) & OUT;
        paths.restart(id, paths.refuses(id) ? out | PathFeedback.NAK_WAITS : out);
    }

    /**
     * Gives up the path records of a group that nobody has taken: their members left in between.
     */
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
        groups.reset(slot);
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
