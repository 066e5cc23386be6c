package io.polycast.mft.table;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.psn.Psn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;

/**
 * Changes a {@link Mft} between two frames. A replacement is written beside the old version and
 * becomes visible with the group's row. The feedback words of paths that stay are kept where the
 * written epoch is the same; after a restart the buffer tells which members are out of service.
 */
public final class MftWriter {
    private final Mft mft;
    private final RowAllocator rows;
    private final RowWriter write;
    private final PathStart start;
    private final IntArrayList freeSlots = new IntArrayList();
    private final IntArrayList freePathIds = new IntArrayList();
    private final Int2ObjectHashMap<GroupSpec> specBySlot = new Int2ObjectHashMap<>();
    private final RecoveredFeedback recovered;
    private GroupChange lastChange;
    private String startFault;

    /**
     * @param mft to write to; no other writer may exist
     */
    public MftWriter(final Mft mft) {
        this.mft = mft;
        this.write = new RowWriter(mft);
        this.start = new PathStart(mft);
        this.rows = new RowAllocator(Mft.rowCount(mft.maxPaths()));
        this.recovered =
                new RecoveredFeedback(
                        mft.groupFeedback(), mft.pathFeedback(), mft.maxGroups(), mft.maxPaths());
        for (int slot = mft.maxGroups() - 1; slot >= 0; slot--) {
            if (!recovered.holdsGroup(slot)) {
                freeSlots.addInt(slot);
            }
        }
        for (int id = mft.maxPaths() - 1; id >= 0; id--) {
            if (!recovered.holdsPath(id)) {
                freePathIds.addInt(id);
            }
        }
    }

    /** Groups installed. */
    public int groupCount() {
        return specBySlot.size();
    }

    /** Bytes that the table takes: rows, computed words, indexes and feedback words. */
    public long tableBytes() {
        return mft.memory.length() + FeedbackLayout.length(mft.maxGroups(), mft.maxPaths());
    }

    /** Groups that there is room for. */
    public int freeGroups() {
        return freeSlots.size();
    }

    /** Paths that there is room for, over all groups. */
    public int freePaths() {
        return freePathIds.size();
    }

    /**
     * @param spec of a group, complete
     * @throws GroupRefusedException when it is contradictory
     */
    public static void check(final GroupSpec spec) throws GroupRefusedException {
        GroupCheck.check(spec);
    }

    /** The specification that a slot was written from, or null. */
    public GroupSpec spec(final int slot) {
        return specBySlot.get(slot);
    }

    /** Slots in use, ascending. */
    public int[] slots() {
        return specBySlot.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /**
     * Installs a group, or replaces it when its McstID is in the table. A replacement with the same
     * written epoch keeps what unchanged paths acknowledged; every other set forgets all
     * (docs/protocol.md, Exchanges).
     *
     * @param given group, complete
     * @return the group's slot
     * @throws GroupRefusedException when it is contradictory or the table has no room; nothing
     *     changed
     */
    public int install(final GroupSpec given) throws GroupRefusedException {
        return install(given, false);
    }

    /**
     * Installs a group of a start's own file. If the buffer holds the group's state, members that
     * an earlier process took out of service stay out, fatal NAKs still wait, and the first
     * verified data begins the group anew. Without that state the group is new, and its registered
     * first PSN holds.
     *
     * @param given group, complete
     * @return the group's slot
     * @throws GroupRefusedException when it is contradictory or the table has no room; nothing
     *     changed
     */
    public int start(final GroupSpec given) throws GroupRefusedException {
        return install(given, true);
    }

    /** Result of the last {@link #install} or {@link #start}; null before the first. */
    public GroupChange lastChange() {
        return lastChange;
    }

    /**
     * Why the last {@link #start} used no records of an earlier process although there were some:
     * they are damaged, and the group begins anew. Null when all is well.
     */
    public String startFault() {
        return startFault;
    }

    /** All groups of a start's own file are installed. */
    public void endStart() {
        recovered.endStart();
    }

    private int install(final GroupSpec given, final boolean isStart) throws GroupRefusedException {
        final GroupSpec spec = sorted(given);
        GroupCheck.check(spec);
        int slot = mft.find(spec.mcstId());
        final GroupSpec old = slot == Mft.NONE ? null : specBySlot.get(slot);
        final int oldCount = old == null ? 0 : old.paths().size();
        requireRoom(spec, old, oldCount);
        final int firstRow = rows.allocate(spec.paths().size());
        if (firstRow == RowAllocator.NONE) {
            throw new GroupRefusedException(
                    "path table too fragmented for "
                            + spec.paths().size()
                            + " paths; raise limits.maxPaths");
        }
        final boolean goesOn;
        startFault = isStart ? recovered.fault(spec.mcstId()) : null;
        if (old != null) {
            goesOn = spec.continues(old);
        } else {
            final int known = recovered.takeGroup(spec.mcstId());
            goesOn = isStart && (known != Mft.NONE || startFault != null);
            slot = known == Mft.NONE ? freeSlots.popInt() : known;
            mft.groupIndex.put(spec.mcstId(), 0, slot);
        }
        if (!goesOn || startFault != null) {
            mft.groupFeedback().reset(slot);
        } else if (old == null) {
            mft.groupFeedback().restart(slot);
        }
        swap(slot, spec, old, firstRow, goesOn, isStart);
        mft.groupFeedback().own(slot, spec.mcstId(), spec.paths().size());
        if (old == null && goesOn) {
            mft.groupFeedback().set(slot, GroupFeedback.STARTED);
        } else if (!goesOn && spec.initialPsn() != GroupSpec.UNKNOWN_PSN) {
            mft.groupFeedback().set(slot, GroupFeedback.REGISTERED);
        }
        if (isStart) {
            mft.groupFeedback().set(slot, GroupFeedback.MISSED | GroupFeedback.PASSED_BEFORE);
        } else if (!goesOn) {
            mft.groupFeedback().set(slot, GroupFeedback.MISSED);
        }
        specBySlot.put(slot, spec);
        lastChange =
                new GroupChange(kind(old, spec, goesOn), goesOn ? countEvicted(slot, spec) : 0);
        return slot;
    }

    private static GroupChange.Kind kind(
            final GroupSpec old, final GroupSpec spec, final boolean goesOn) {
        if (old == null) {
            return GroupChange.Kind.CREATED;
        }
        if (goesOn) {
            return GroupChange.Kind.KEPT;
        }
        return PathKey.haveSamePaths(old, spec) ? GroupChange.Kind.ANEW : GroupChange.Kind.REPLACED;
    }

    private int countEvicted(final int slot, final GroupSpec spec) {
        int count = 0;
        for (int path = 0; path < spec.paths().size(); path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            count += mft.pathFeedback().has(id, PathFeedback.EVICTED) ? 1 : 0;
        }
        return count;
    }

    /**
     * Removes a group and frees its feedback words, those too that an earlier process left.
     *
     * @param mcstId of the group
     * @return its former slot, or {@link Mft#NONE} when it is not in the table
     */
    public int remove(final int mcstId) {
        final int slot = mft.find(mcstId);
        if (slot == Mft.NONE) {
            recovered.forgetGroup(mcstId, freeSlots, freePathIds);
            return Mft.NONE;
        }
        final GroupSpec old = specBySlot.remove(slot);
        // First the group's record: path records without it are nobody's for a process that
        // follows.
        mft.groupFeedback().reset(slot);
        for (int path = 0; path < old.paths().size(); path++) {
            freePath(slot, path, mft.feedbackId(mft.row(slot, path)), old.paths().get(path));
        }
        rows.release(mft.row(slot, 0) / PathRow.LENGTH, old.paths().size());
        mft.groupIndex.remove(mcstId, 0, slot);
        GroupRow.clear(mft.groups, slot);
        freeSlots.addInt(slot);
        return slot;
    }

    private void requireRoom(final GroupSpec spec, final GroupSpec old, final int oldCount)
            throws GroupRefusedException {
        if (old == null && freeSlots.isEmpty() && !recovered.knowsGroup(spec.mcstId())) {
            recovered.forget(freeSlots, freePathIds);
            if (freeSlots.isEmpty()) {
                throw new GroupRefusedException(
                        "table full: limits.maxGroups="
                                + mft.maxGroups()
                                + " are installed; unset one or raise it");
            }
        }
        if (room(spec, oldCount) < spec.paths().size()) {
            recovered.forget(freeSlots, freePathIds);
        }
        if (room(spec, oldCount) < spec.paths().size()) {
            throw new GroupRefusedException(
                    "path table full: "
                            + spec.paths().size()
                            + " paths wanted, "
                            + room(spec, oldCount)
                            + " left of limits.maxPaths="
                            + mft.maxPaths());
        }
    }

    /** Paths that the group may have without anything else being forgotten. */
    private int room(final GroupSpec spec, final int oldCount) {
        return freePathIds.size() + oldCount + recovered.pathCount(spec.mcstId());
    }

    private void swap(
            final int slot,
            final GroupSpec spec,
            final GroupSpec old,
            final int firstRow,
            final boolean goesOn,
            final boolean isStart) {
        final int oldRow = old == null ? 0 : mft.row(slot, 0) / PathRow.LENGTH;
        final int msn = old != null && goesOn ? start.msn(slot) : 0;
        final int[] ids = new int[spec.paths().size()];
        Arrays.fill(ids, Mft.NONE);
        if (old != null) {
            inherit(slot, spec, old, goesOn, msn, ids);
        } else if (goesOn) {
            for (int path = 0; path < ids.length; path++) {
                ids[path] = recovered.takePath(spec.mcstId(), hash(spec, path));
            }
        }
        recovered.forgetPaths(spec.mcstId(), freePathIds);
        for (int path = 0; path < ids.length; path++) {
            final PathSpec pathSpec = spec.paths().get(path);
            if (ids[path] == Mft.NONE) {
                ids[path] = freePathIds.popInt();
                restartPath(slot, ids[path], spec, path, goesOn);
                // Data before a start is not known, so nobody knows who still waits.
                if (!isStart) {
                    start.join(ids[path], pathSpec, msn);
                }
            }
            write.path((firstRow + path) * PathRow.LENGTH, pathSpec, ids[path]);
            if (pathSpec.isHost()) {
                mft.memberIndex.put(slot, PathKey.ipLow(pathSpec.ip()), path);
            }
        }
        write.group(slot, spec, firstRow);
        if (old != null) {
            rows.release(oldRow, old.paths().size());
        }
    }

    /** Paths of the old version live on in the new one, or are freed. */
    private void inherit(
            final int slot,
            final GroupSpec spec,
            final GroupSpec old,
            final boolean goesOn,
            final int msn,
            final int[] ids) {
        for (int path = 0; path < old.paths().size(); path++) {
            final PathSpec oldPath = old.paths().get(path);
            final int id = mft.feedbackId(mft.row(slot, path));
            final int heir = PathKey.heirOf(oldPath, spec);
            if (heir == Mft.NONE) {
                freePath(slot, path, id, oldPath);
                continue;
            }
            ids[heir] = id;
            unindex(slot, path, oldPath);
            final PathSpec pathSpec = spec.paths().get(heir);
            if (!goesOn) {
                restartPath(slot, id, spec, heir, false);
                start.join(id, pathSpec, 0);
                continue;
            }
            final int out = mft.pathFeedback().flags(id) & RecoveredFeedback.OUT;
            if (oldPath.qpn() != pathSpec.qpn() || out != 0 && pathSpec.joins()) {
                restartPath(slot, id, spec, heir, true);
                // A new queue pair with a first PSN joins, wherever the old one was.
                mft.pathFeedback().set(id, pathSpec.joins() ? 0 : out);
                start.join(id, pathSpec, msn);
            }
        }
    }

    private static int hash(final GroupSpec spec, final int path) {
        return PathKey.hash(spec.epoch(), spec.paths().get(path));
    }

    /**
     * A path of which nothing was heard: unknown, unless the group begins and its first PSN is
     * known.
     */
    private void restartPath(
            final int slot,
            final int id,
            final GroupSpec spec,
            final int path,
            final boolean goesOn) {
        final PathFeedback feedback = mft.pathFeedback();
        feedback.reset(id, spec.mcstId(), hash(spec, path));
        if (!goesOn && spec.initialPsn() != GroupSpec.UNKNOWN_PSN) {
            feedback.ackPsn(id, Psn.previous(spec.initialPsn()));
            feedback.set(id, PathFeedback.KNOWN);
        }
        final GroupFeedback group = mft.groupFeedback();
        if (group.source(slot) == id) {
            group.source(slot, Mft.NONE);
        }
    }

    private void freePath(final int slot, final int path, final int id, final PathSpec spec) {
        unindex(slot, path, spec);
        mft.pathFeedback().reset(id, 0, 0);
        if (mft.groupFeedback().source(slot) == id) {
            mft.groupFeedback().source(slot, Mft.NONE);
        }
        freePathIds.addInt(id);
    }

    private void unindex(final int slot, final int path, final PathSpec spec) {
        if (spec.isHost()) {
            mft.memberIndex.remove(slot, PathKey.ipLow(spec.ip()), path);
        }
    }

    /** The path index names the first path on a port; the others follow it. */
    private static GroupSpec sorted(final GroupSpec spec) {
        final List<PathSpec> paths = new ArrayList<>(spec.paths());
        paths.sort(Comparator.comparingInt(PathSpec::port));
        return spec.withPaths(paths);
    }
}
