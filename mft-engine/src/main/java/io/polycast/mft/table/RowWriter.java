package io.polycast.mft.table;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes rows in the layouts of {@link GroupRow} and {@link PathRow}. */
final class RowWriter {
    private final UnsafeBuffer groups;
    private final UnsafeBuffer paths;
    private final UnsafeBuffer computed;

    RowWriter(final Mft mft) {
        groups = mft.groups;
        paths = mft.paths;
        computed = mft.computed;
    }

    /** Makes a version of a group the one that counts; its paths' rows are written already. */
    void group(final int slot, final GroupSpec spec, final int firstRow) {
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

    /** Writes a path's row; {@code id} is that of its feedback words. */
    void path(final int row, final PathSpec spec, final int id) {
        paths.setMemory(row, PathRow.LENGTH, (byte) 0);
        computed.setMemory(row, PathRow.LENGTH, (byte) 0);
        int flags = 0;
        if (spec.isHost()) {
            flags |= PathRow.FLAG_HOST;
            flags |= spec.vlanId() == PathSpec.ANY_VLAN ? PathRow.FLAG_TAGS_STAY : 0;
            paths.putBytes(row + PathRow.IP + 16 - spec.ip().length, spec.ip());
            paths.putInt(row + PathRow.IP_SUM, sumOfHalves(spec.ip()) * 0x1_0001);
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
    }

    private static int sumOfHalves(final byte[] ip) {
        final int last = ip.length - 1;
        final int first = (ip[last - 3] & 0xFF) + ((ip[last - 2] & 0xFF) << 8);
        final int sum = first + (ip[last - 1] & 0xFF) + ((ip[last] & 0xFF) << 8);
        return sum + (sum >>> 16) & 0xFFFF;
    }
}
