package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Record of a node's memory and first PSN: address 4 or 16 bytes, firstPsn 3, flags 1, VA 8, length
 * 8, rkey 4, reserved 4.
 *
 * @param address of the node
 * @param firstPsn that the node expects, 24 bits, or {@link #NO_PSN}
 * @param hasMemory whether the rest counts
 * @param va first virtual address
 * @param length in bytes, 0 when unknown
 * @param rkey remote key, 32 bits
 */
public record MrpDetail(
        MrpAddress address, int firstPsn, boolean hasMemory, long va, long length, int rkey) {
    /** Value of {@link #firstPsn()} when none is given. */
    public static final int NO_PSN = -1;

    private static final int HAS_PSN = 0x01;
    private static final int HAS_MEMORY = 0x02;

    /**
     * @param buffer that holds the record
     * @param index of its first byte
     * @param ipv6 whether the address has 16 bytes
     * @return the record
     */
    public static MrpDetail load(final DirectBuffer buffer, final int index, final boolean ipv6) {
        final int at = index + (ipv6 ? 16 : 4);
        final int head = buffer.getInt(at, BIG_ENDIAN);
        return new MrpDetail(
                MrpAddress.load(buffer, index, ipv6),
                (head & HAS_PSN) != 0 ? head >>> 8 : NO_PSN,
                (head & HAS_MEMORY) != 0,
                buffer.getLong(at + 4, BIG_ENDIAN),
                buffer.getLong(at + 12, BIG_ENDIAN),
                buffer.getInt(at + 20, BIG_ENDIAN));
    }

    /**
     * @param buffer to write to
     * @param index of the first byte
     * @param ipv6 whether the address takes 16 bytes
     */
    public void store(final MutableDirectBuffer buffer, final int index, final boolean ipv6) {
        final int at = index + (ipv6 ? 16 : 4);
        final boolean hasPsn = firstPsn != NO_PSN;
        final int flags = (hasPsn ? HAS_PSN : 0) | (hasMemory ? HAS_MEMORY : 0);
        address.store(buffer, index, ipv6);
        buffer.putInt(at, (hasPsn ? firstPsn << 8 : 0) | flags, BIG_ENDIAN);
        buffer.putLong(at + 4, va, BIG_ENDIAN);
        buffer.putLong(at + 12, length, BIG_ENDIAN);
        buffer.putInt(at + 20, rkey, BIG_ENDIAN);
        buffer.putInt(at + 24, 0);
    }
}
