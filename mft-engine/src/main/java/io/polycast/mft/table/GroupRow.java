package io.polycast.mft.table;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Layout of a group's row: 64 bytes of head, then the path index of 64 bytes; native byte order.
 *
 * <pre>
 *   0  int   McstID (dotted quad read in network order)
 *   4  int   version, counts from 1; 0: row unused
 *   8  short number of paths
 *  10  byte  flags: bit 0 IPv6 members, bit 1 UC allowed, bit 2 next-hop switches only
 *  11  byte  policies: bit 0 evict on fatal NAK, bits 2..1 silent (0 freeze, 1 evict, 2 demote)
 *  12  int   first row in the path table
 *  16  long  memoryBase
 *  24  long  silentAfter, ns
 *  32  int   initial PSN, -1 unknown
 *  36  ..63  reserved, zero
 *  64  byte[64] path index: per port 0, or 1 + the index of the first path on that port
 * </pre>
 *
 * The path index is the paper's (section III-B.1); further paths on a port follow in the path
 * table, which is sorted by port.
 */
public final class GroupRow {
    /** Bytes of a row with its path index. */
    public static final int LENGTH = 128;

    static final int MCST_ID = 0;
    static final int VERSION = 4;
    static final int PATH_COUNT = 8;
    static final int FLAGS = 10;
    static final int POLICIES = 11;
    static final int FIRST_ROW = 12;
    static final int MEMORY_BASE = 16;
    static final int SILENT_AFTER = 24;
    static final int INITIAL_PSN = 32;
    static final int PATH_INDEX = 64;

    static final int FLAG_IPV6 = 1;
    static final int FLAG_UC = 2;
    static final int FLAG_SWITCHES_ONLY = 4;
    static final int POLICY_EVICT_FATAL = 1;
    static final int POLICY_SILENT_SHIFT = 1;
    static final int POLICY_SILENT_MASK = 3;

    private GroupRow() {}

    static int offset(final int slot) {
        return slot * LENGTH;
    }

    static void clear(final UnsafeBuffer rows, final int slot) {
        rows.setMemory(offset(slot), LENGTH, (byte) 0);
    }
}
