package io.polycast.parser.igmp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.InternetChecksum;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * First 8 bytes of every IGMP message, big-endian. The checksum covers the whole IP payload. A
 * version 3 report has no group here: it has the number of its records in the last two bytes.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |     Type      | Max resp code |           Checksum            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |         Group address, 0 in a general query                   |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Igmp {
    /** Bytes of a message of version 1 or 2, and of the part that all messages share. */
    public static final int LENGTH = 8;

    public static final int TYPE_OFFSET = 0;
    public static final int CODE_OFFSET = 1;
    public static final int CHECKSUM_OFFSET = 2;
    public static final int GROUP_OFFSET = 4;

    /** Protocol number of IGMP in IPv4. */
    public static final int PROTOCOL = 2;

    /** Membership query of any version. */
    public static final int QUERY = 0x11;

    /** Membership report of version 1. */
    public static final int REPORT_V1 = 0x12;

    /** Membership report of version 2. */
    public static final int REPORT_V2 = 0x16;

    /** Leave group, version 2. */
    public static final int LEAVE = 0x17;

    /** Membership report of version 3. */
    public static final int REPORT_V3 = 0x22;

    /** 224.0.0.1: all systems, the destination of a general query. */
    public static final int ALL_SYSTEMS = 0xE000_0001;

    /** 224.0.0.2: all routers, the destination of a leave. */
    public static final int ALL_ROUTERS = 0xE000_0002;

    /** 224.0.0.22: the destination of reports of version 3. */
    public static final int V3_REPORTS = 0xE000_0016;

    private Igmp() {}

    /** {@link #QUERY}, {@link #REPORT_V2}..., or something else. */
    public static int type(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TYPE_OFFSET) & 0xFF;
    }

    /** Max resp code, 8 bits; 0 in all but queries of versions 2 and 3. */
    public static int code(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + CODE_OFFSET) & 0xFF;
    }

    /** Checksum as it stands, 16 bits. */
    public static int checksum(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + CHECKSUM_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Group address as an int in network order. */
    public static int group(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + GROUP_OFFSET, BIG_ENDIAN);
    }

    /**
     * Whether an address is in 224.0.0.0/4.
     *
     * @param address as an int in network order
     */
    public static boolean isMulticast(final int address) {
        return address >>> 28 == 0xE;
    }

    /**
     * Whether an address is in 224.0.0.0/24, which switches forward to all ports (RFC 4541, 2.1.2).
     *
     * @param address as an int in network order
     */
    public static boolean isLinkLocal(final int address) {
        return address >>> 8 == 0xE0_0000;
    }

    /**
     * @param buffer holding the message
     * @param offset of its first byte
     * @param length of the whole message in bytes
     * @return whether the checksum holds
     */
    public static boolean isChecksumRight(
            final DirectBuffer buffer, final int offset, final int length) {
        return InternetChecksum.fold(InternetChecksum.add(0, buffer, offset, length)) == 0xFFFF;
    }

    /**
     * Writes the right checksum of a message that is otherwise complete.
     *
     * @param buffer holding the message
     * @param offset of its first byte
     * @param length of the whole message in bytes
     */
    public static void storeChecksum(
            final MutableDirectBuffer buffer, final int offset, final int length) {
        buffer.putShort(offset + CHECKSUM_OFFSET, (short) 0);
        final int sum = InternetChecksum.fold(InternetChecksum.add(0, buffer, offset, length));
        buffer.putShort(offset + CHECKSUM_OFFSET, (short) ~sum, BIG_ENDIAN);
    }

    /**
     * Writes a message of version 1 or 2, checksum included.
     *
     * @param buffer to write to
     * @param offset of the message
     * @param type of the message
     * @param code maximum response time in units of 0.1 s, 8 bits; 0 in all but queries
     * @param group address; 0 in a general query
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int type,
            final int code,
            final int group) {
        buffer.putByte(offset + TYPE_OFFSET, (byte) type);
        buffer.putByte(offset + CODE_OFFSET, (byte) code);
        buffer.putInt(offset + GROUP_OFFSET, group, BIG_ENDIAN);
        storeChecksum(buffer, offset, LENGTH);
    }
}
