package io.polycast.parser.igmp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Membership query. Length and code tell the version (RFC 3376, 7.1). Version 3 continues behind the
 * first 8 bytes:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * | Resv  |S| QRV |     QQIC      |     Number of sources         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                Source addresses, 4 bytes each                 |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class IgmpQuery {
    /** Bytes of a query of version 3 without sources. */
    public static final int LENGTH_V3 = 12;

    public static final int FLAGS_OFFSET = 8;
    public static final int INTERVAL_OFFSET = 9;
    public static final int SOURCE_COUNT_OFFSET = 10;
    public static final int SOURCES_OFFSET = 12;

    private static final long TENTH_NS = 100_000_000L;
    private static final int V1_TENTHS = 100;
    private static final int SUPPRESS = 8;

    private IgmpQuery() {}

    /**
     * @param buffer holding the query
     * @param offset of its first byte
     * @param length of the IP payload in bytes, at least 8
     * @return 1, 2 or 3; 0 for a length between that of version 2 and version 3
     */
    public static int version(final DirectBuffer buffer, final int offset, final int length) {
        if (length >= LENGTH_V3) {
            return 3;
        }
        if (length != Igmp.LENGTH) {
            return 0;
        }
        return Igmp.code(buffer, offset) == 0 ? 1 : 2;
    }

    /**
     * @param buffer holding the query
     * @param offset of its first byte
     * @param version as {@link #version} says
     * @return longest time until a host answers, in ns
     */
    public static long responseNs(final DirectBuffer buffer, final int offset, final int version) {
        final int code = Igmp.code(buffer, offset);
        return switch (version) {
            case 1 -> V1_TENTHS * TENTH_NS;
            case 2 -> code * TENTH_NS;
            default -> decode(code) * TENTH_NS;
        };
    }

    /**
     * The floating point form of RFC 3376, 4.1.1 and 4.1.7.
     *
     * @param code 8 bits
     * @return its value, in [0, 31744]
     */
    public static int decode(final int code) {
        return code < 128 ? code : (code & 0xF | 0x10) << ((code >> 4 & 7) + 3);
    }

    /** Whether routers are not to shorten their timers (S flag). */
    public static boolean isSuppressed(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + FLAGS_OFFSET) & SUPPRESS) != 0;
    }

    /** The querier's robustness variable, in [0, 8). */
    public static int robustness(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + FLAGS_OFFSET) & 7;
    }

    /** The querier's query interval code, 8 bits; {@link #decode} makes seconds of it. */
    public static int intervalCode(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + INTERVAL_OFFSET) & 0xFF;
    }

    /** Sources that the query names, in [0, 65536). */
    public static int sourceCount(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + SOURCE_COUNT_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Address of a source, by index in [0, {@link #sourceCount}). */
    public static int source(final DirectBuffer buffer, final int offset, final int index) {
        return buffer.getInt(offset + SOURCES_OFFSET + 4 * index, BIG_ENDIAN);
    }

    /**
     * Writes a query of version 3 without sources, checksum included.
     *
     * @param buffer to write to
     * @param offset of the message
     * @param code maximum response code, 8 bits
     * @param group address; 0 in a general query
     * @param robustness in [0, 8)
     * @param intervalCode query interval code, 8 bits
     */
    public static void writeV3(
            final MutableDirectBuffer buffer,
            final int offset,
            final int code,
            final int group,
            final int robustness,
            final int intervalCode) {
        buffer.putByte(offset + FLAGS_OFFSET, (byte) robustness);
        buffer.putByte(offset + INTERVAL_OFFSET, (byte) intervalCode);
        buffer.putShort(offset + SOURCE_COUNT_OFFSET, (short) 0);
        Igmp.write(buffer, offset, Igmp.QUERY, code, group);
        Igmp.storeChecksum(buffer, offset, LENGTH_V3);
    }
}
