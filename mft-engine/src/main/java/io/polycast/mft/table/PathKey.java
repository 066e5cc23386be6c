package io.polycast.mft.table;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Identity of a path across two versions of its group: port, VLAN and next hop. */
final class PathKey {
    private static final int LONGEST = 40;

    private PathKey() {}

    /** Index of the path that an old version's path lives on as, or {@link Mft#NONE}. */
    static int heirOf(final PathSpec old, final GroupSpec spec) {
        for (int path = 0; path < spec.paths().size(); path++) {
            if (same(old, spec.paths().get(path))) {
                return path;
            }
        }
        return Mft.NONE;
    }

    /**
     * Whether two versions of a group lead to the same members and switches; queue pairs may
     * differ.
     */
    static boolean haveSamePaths(final GroupSpec old, final GroupSpec spec) {
        if (old.paths().size() != spec.paths().size()) {
            return false;
        }
        for (final PathSpec path : old.paths()) {
            if (heirOf(path, spec) == Mft.NONE) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(final PathSpec a, final PathSpec b) {
        return a.port() == b.port()
                && a.vlanId() == b.vlanId()
                && Arrays.equals(a.ip(), b.ip())
                && (a.isHost() || a.mac() == b.mac());
    }

    /**
     * Names a path, its queue pair and its connection epoch in the feedback buffer. A CRC, because
     * a sum of products gives neighbouring addresses and QPNs the same number, and then one member
     * the state of another. The epoch is part of the name, so that it holds over restarts and for
     * paths to switches, which have no QPN.
     */
    static int hash(final long epoch, final PathSpec path) {
        final ByteBuffer key = ByteBuffer.allocate(LONGEST);
        key.putLong(epoch).putInt(path.port()).putInt(path.vlanId());
        if (path.isHost()) {
            key.putInt(path.qpn()).put(path.ip());
        } else {
            key.putLong(path.mac());
        }
        final CRC32 crc = new CRC32();
        crc.update(key.flip());
        return (int) crc.getValue();
    }

    /** Last four bytes of an address, network order read as an int. */
    static int ipLow(final byte[] ip) {
        return ByteBuffer.wrap(ip, ip.length - 4, 4).getInt();
    }
}
