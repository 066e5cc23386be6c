package io.polycast.mft.table;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.psn.Psn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Changes a {@link Mft} between two frames. A replacement is written beside the old version and
 * becomes visible with the group's row; the feedback words of paths that stay are kept, and after a
 * restart those of paths that the buffer still holds are found again.
 */
public final class MftWriter {
    private final Mft mft;
    private final RowAllocator rows;
    private final IntArrayList freeSlots = new IntArrayList();
    private final IntArrayList freePathIds = new IntArrayList();
    private final Int2ObjectHashMap<GroupSpec> specBySlot = new Int2ObjectHashMap<>();
    private final RecoveredFeedback recovered;
    private long lastSerial;

    /**
     * @param mft to write to; no other writer may exist
     */
    public MftWriter(final Mft mft) {
        this.mft = mft;
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

    /** The specification that a slot was written from, or null. */
    public GroupSpec spec(final int slot) {
        return specBySlot.get(slot);
    }

    /** Slots in use, ascending. */
    public int[] slots() {
        return specBySlot.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /**
     * Installs a group, or replaces it when its McstID is in the table.
     *
     * @param given group, complete
     * @return the group's slot
     * @throws GroupRefusedException when it is contradictory or the table has no room; nothing changed
     */
    public int install(final GroupSpec given) throws GroupRefusedException {
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
                            + " paths; raise pipeline.maxPaths");
        }
        final boolean fresh;
        if (old == null) {
            final int known = recovered.takeGroup(spec.mcstId());
            fresh = known == Mft.NONE || !isKnown(spec);
            slot = known == Mft.NONE ? freeSlots.popInt() : known;
            mft.groupIndex.put(spec.mcstId(), 0, slot);
        } else {
            fresh = old.initialPsn() != spec.initialPsn() || !goesOn(old, spec);
        }
        if (fresh) {
            mft.groupFeedback().reset(slot, spec.mcstId());
        }
        swap(slot, spec, old, firstRow, fresh);
        specBySlot.put(slot, spec);
        return slot;
    }

    /**
     * Whether a path is the same connection before and after. When none is, the old PSNs say nothing
     * about the new ones, and would make the first frame of the new source look implausible.
     */
    private static boolean goesOn(final GroupSpec old, final GroupSpec spec) {
        return old.paths().stream()
                .anyMatch(
                        path -> {
                            final int heir = heirOf(path, spec);
                            return heir != Mft.NONE && path.qpn() == spec.paths().get(heir).qpn();
                        });
    }

    /** The same for what an earlier process left: whether it knew one of the connections. */
    private boolean isKnown(final GroupSpec spec) {
        return spec.paths().stream()
                .anyMatch(path -> recovered.knowsPath(spec.mcstId(), keyHash(path)));
    }

    /**
     * Removes a group and frees its feedback words.
     *
     * @param mcstId of the group
     * @return its former slot, or {@link Mft#NONE} when it is not in the table
     */
    public int remove(final int mcstId) {
        final int slot = mft.find(mcstId);
        if (slot == Mft.NONE) {
            return Mft.NONE;
        }
        final GroupSpec old = specBySlot.remove(slot);
        for (int path = 0; path < old.paths().size(); path++) {
            freePath(slot, path, mft.feedbackId(mft.row(slot, path)), old.paths().get(path));
        }
        rows.release(mft.row(slot, 0) / PathRow.LENGTH, old.paths().size());
        mft.groupIndex.remove(mcstId, 0, slot);
        mft.groupFeedback().reset(slot, 0);
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
                        "table full: pipeline.maxGroups="
                                + mft.maxGroups()
                                + " are installed; unset one or raise it");
            }
        }
        if (freePathIds.size() + oldCount < spec.paths().size()) {
            recovered.forget(freeSlots, freePathIds);
        }
        if (freePathIds.size() + oldCount < spec.paths().size()) {
            throw new GroupRefusedException(
                    "path table full: "
                            + spec.paths().size()
                            + " paths wanted, "
                            + (freePathIds.size() + oldCount)
                            + " left of pipeline.maxPaths="
                            + mft.maxPaths());
        }
    }

    private void swap(
            final int slot,
            final GroupSpec spec,
            final GroupSpec old,
            final int firstRow,
            final boolean fresh) {
        final int oldRow = old == null ? 0 : mft.row(slot, 0) / PathRow.LENGTH;
        final int[] ids = new int[spec.paths().size()];
        Arrays.fill(ids, Mft.NONE);
        if (old != null) {
            for (int path = 0; path < old.paths().size(); path++) {
                final PathSpec oldPath = old.paths().get(path);
                final int id = mft.feedbackId(mft.row(slot, path));
                final int heir = heirOf(oldPath, spec);
                if (heir == Mft.NONE) {
                    freePath(slot, path, id, oldPath);
                } else {
                    ids[heir] = id;
                    unindex(slot, path, oldPath);
                    if (fresh || oldPath.qpn() != spec.paths().get(heir).qpn()) {
                        restartPath(slot, id, spec, spec.paths().get(heir), fresh);
                    }
                }
            }
        }
        for (int path = 0; path < ids.length; path++) {
            final PathSpec pathSpec = spec.paths().get(path);
            if (ids[path] == Mft.NONE) {
                final int known =
                        fresh ? Mft.NONE : recovered.takePath(spec.mcstId(), keyHash(pathSpec));
                ids[path] = known != Mft.NONE ? known : freePathIds.popInt();
                if (known == Mft.NONE) {
                    restartPath(slot, ids[path], spec, pathSpec, fresh);
                }
            }
            writePath((firstRow + path) * PathRow.LENGTH, pathSpec, ids[path]);
            if (pathSpec.isHost()) {
                mft.memberIndex.put(slot, ipLow(pathSpec.ip()), path);
            }
        }
        writeGroup(slot, spec, firstRow);
        if (old != null) {
            rows.release(oldRow, old.paths().size());
        }
    }

    /** A path of which nothing was heard: unknown, unless the group is new and its first PSN known. */
    private void restartPath(
            final int slot,
            final int id,
            final GroupSpec spec,
            final PathSpec path,
            final boolean fresh) {
        final PathFeedback feedback = mft.pathFeedback();
        feedback.reset(id, spec.mcstId(), keyHash(path));
        if (fresh && spec.initialPsn() != GroupSpec.UNKNOWN_PSN) {
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
            mft.memberIndex.remove(slot, ipLow(spec.ip()), path);
        }
    }

    private void writeGroup(final int slot, final GroupSpec spec, final int firstRow) {
        final UnsafeBuffer groups = mft.groups;
        final int at = GroupRow.offset(slot);
        final int version = groups.getInt(at + GroupRow.VERSION) + 1;
        GroupRow.clear(groups, slot);
        groups.putInt(at + GroupRow.MCST_ID, spec.mcstId());
        groups.putInt(at + GroupRow.VERSION, version);
        groups.putShort(at + GroupRow.PATH_COUNT, (short) spec.paths().size());
        groups.putByte(
                at + GroupRow.FLAGS,
                (byte)
                        ((spec.isIpv6() ? GroupRow.FLAG_IPV6 : 0)
                                | (spec.ucAllowed() ? GroupRow.FLAG_UC : 0)
                                | (spec.hasHosts() ? 0 : GroupRow.FLAG_SWITCHES_ONLY)));
        groups.putByte(
                at + GroupRow.POLICIES,
                (byte)
                        (spec.fatalNak().ordinal()
                                | spec.silent().ordinal() << GroupRow.POLICY_SILENT_SHIFT));
        groups.putInt(at + GroupRow.FIRST_ROW, firstRow);
        groups.putLong(at + GroupRow.MEMORY_BASE, spec.memoryBase());
        groups.putLong(at + GroupRow.SILENT_AFTER, spec.silentAfterNs());
        groups.putInt(at + GroupRow.INITIAL_PSN, spec.initialPsn());
        for (int path = spec.paths().size() - 1; path >= 0; path--) {
            groups.putByte(
                    at + GroupRow.PATH_INDEX + spec.paths().get(path).port(), (byte) (path + 1));
        }
    }

    private void writePath(final int row, final PathSpec spec, final int id) {
        final UnsafeBuffer paths = mft.paths;
        paths.setMemory(row, PathRow.LENGTH, (byte) 0);
        int flags = 0;
        if (spec.isHost()) {
            flags |= PathRow.FLAG_HOST;
            paths.putBytes(row + PathRow.IP + 16 - spec.ip().length, spec.ip());
            paths.putInt(row + PathRow.QPN, spec.qpn());
        }
        for (int i = 0; i < 6; i++) {
            paths.putByte(row + PathRow.MAC + i, (byte) (spec.mac() >>> 40 - 8 * i));
        }
        final MemorySpec memory = spec.memory();
        if (memory != null) {
            flags |= PathRow.FLAG_MEMORY;
            paths.putLong(row + PathRow.VA, memory.va());
            paths.putLong(row + PathRow.MEMORY_LENGTH, memory.length());
            paths.putInt(row + PathRow.RKEY, memory.rkey());
        }
        paths.putByte(row + PathRow.PORT, (byte) spec.port());
        paths.putByte(row + PathRow.FLAGS, (byte) flags);
        paths.putShort(row + PathRow.VLAN, (short) spec.vlanId());
        paths.putInt(row + PathRow.FEEDBACK_ID, id);
        paths.putLong(row + PathRow.SERIAL, ++lastSerial);
    }

    /** The path index names the first path on a port; the others follow it. */
    private static GroupSpec sorted(final GroupSpec spec) {
        final List<PathSpec> paths = new ArrayList<>(spec.paths());
        paths.sort(Comparator.comparingInt(PathSpec::port));
        return new GroupSpec(
                spec.mcstId(),
                spec.memoryBase(),
                spec.initialPsn(),
                spec.ucAllowed(),
                spec.fatalNak(),
                spec.silent(),
                spec.silentAfterNs(),
                paths);
    }

    private static int heirOf(final PathSpec old, final GroupSpec spec) {
        for (int path = 0; path < spec.paths().size(); path++) {
            if (sameKey(old, spec.paths().get(path))) {
                return path;
            }
        }
        return Mft.NONE;
    }

    private static boolean sameKey(final PathSpec a, final PathSpec b) {
        return a.port() == b.port()
                && a.vlanId() == b.vlanId()
                && Arrays.equals(a.ip(), b.ip())
                && (a.isHost() || a.mac() == b.mac());
    }

    private static int keyHash(final PathSpec path) {
        return Objects.hash(
                path.port(),
                path.vlanId(),
                Arrays.hashCode(path.ip()),
                path.isHost() ? path.qpn() : path.mac());
    }

    private static int ipLow(final byte[] ip) {
        final int at = ip.length - 4;
        return (ip[at] & 0xFF) << 24
                | (ip[at + 1] & 0xFF) << 16
                | (ip[at + 2] & 0xFF) << 8
                | ip[at + 3] & 0xFF;
    }
}
