package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * IPv6 header (RFC 8200), 40 bytes, big-endian. Addresses are two longs, or their low 32 bits where
 * a group's prefix is known.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |Version| Traffic class |              Flow label               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |        Payload length         |  Next header  |   Hop limit   |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                   Source address, 16 bytes                    |
 * |                Destination address, 16 bytes                  |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Ipv6 {
    /** Bytes of the header. */
    public static final int LENGTH = 40;

    /** Bytes of an address. */
    public static final int ADDRESS_LENGTH = 16;

    public static final int VERSION_OFFSET = 0;
    public static final int PAYLOAD_LENGTH_OFFSET = 4;
    public static final int NEXT_HEADER_OFFSET = 6;
    public static final int HOP_LIMIT_OFFSET = 7;
    public static final int SRC_OFFSET = 8;
    public static final int DST_OFFSET = 24;

    private Ipv6() {}

    /** Version field, 6 in a right header. */
    public static int version(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + VERSION_OFFSET) >>> 4 & 0xF;
    }

    /** Traffic class: DSCP and ECN, 8 bits. */
    public static int trafficClass(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + VERSION_OFFSET, BIG_ENDIAN) >>> 4 & 0xFF;
    }

    /** Flow label, 20 bits. */
    public static int flowLabel(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + VERSION_OFFSET, BIG_ENDIAN) & 0xF_FFFF;
    }

    /** Bytes behind this header. */
    public static int payloadLength(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + PAYLOAD_LENGTH_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Type of the next header, 8 bits. */
    public static int nextHeader(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + NEXT_HEADER_OFFSET) & 0xFF;
    }

    /** Hop limit, 8 bits. */
    public static int hopLimit(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + HOP_LIMIT_OFFSET) & 0xFF;
    }

    /** Bytes 0 to 7 of the source address. */
    public static long srcHigh(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + SRC_OFFSET, BIG_ENDIAN);
    }

    /** Bytes 8 to 15 of the source address. */
    public static long srcLow(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + SRC_OFFSET + 8, BIG_ENDIAN);
    }

    /** Bytes 0 to 7 of the destination address. */
    public static long dstHigh(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + DST_OFFSET, BIG_ENDIAN);
    }

    /** Bytes 8 to 15 of the destination address. */
    public static long dstLow(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + DST_OFFSET + 8, BIG_ENDIAN);
    }

    /** Last four bytes of the source address. */
    public static int srcLow32(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + SRC_OFFSET + 12, BIG_ENDIAN);
    }

    /** Last four bytes of the destination address. */
    public static int dstLow32(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + DST_OFFSET + 12, BIG_ENDIAN);
    }

    /** Sets the source address. */
    public static void src(
            final MutableDirectBuffer buffer, final int offset, final long high, final long low) {
        buffer.putLong(offset + SRC_OFFSET, high, BIG_ENDIAN);
        buffer.putLong(offset + SRC_OFFSET + 8, low, BIG_ENDIAN);
    }

    /** Sets the destination address. */
    public static void dst(
            final MutableDirectBuffer buffer, final int offset, final long high, final long low) {
        buffer.putLong(offset + DST_OFFSET, high, BIG_ENDIAN);
        buffer.putLong(offset + DST_OFFSET + 8, low, BIG_ENDIAN);
    }

    /** Sets the hop limit. */
    public static void hopLimit(
            final MutableDirectBuffer buffer, final int offset, final int hopLimit) {
        buffer.putByte(offset + HOP_LIMIT_OFFSET, (byte) hopLimit);
    }

    /**
     * Writes all but the addresses.
     *
     * @param buffer to write to
     * @param offset of the header's first byte
     * @param trafficClass 8 bits
     * @param flowLabel 20 bits
     * @param payloadLength bytes behind this header
     * @param nextHeader 8 bits
     * @param hopLimit 8 bits
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int trafficClass,
            final int flowLabel,
            final int payloadLength,
            final int nextHeader,
            final int hopLimit) {
        final int word = 6 << 28 | (trafficClass & 0xFF) << 20 | flowLabel & 0xF_FFFF;
        buffer.putInt(offset + VERSION_OFFSET, word, BIG_ENDIAN);
        buffer.putShort(offset + PAYLOAD_LENGTH_OFFSET, (short) payloadLength, BIG_ENDIAN);
        buffer.putByte(offset + NEXT_HEADER_OFFSET, (byte) nextHeader);
        hopLimit(buffer, offset, hopLimit);
    }

    /**
     * @param text literal address with colons, never a name
     * @return its 16 bytes
     * @throws IllegalArgumentException when it is not an IPv6 address
     */
    public static byte[] parse(final String text) {
        // a literal with a colon is never looked up in a name service
        if (text.indexOf(':') >= 0 && text.matches("[0-9a-fA-F:.]+")) {
            try {
                final byte[] bytes = InetAddress.getByName(text).getAddress();
                if (bytes.length == ADDRESS_LENGTH) {
                    return bytes;
                }
            } catch (final UnknownHostException e) {
                throw new IllegalArgumentException(message(text), e);
            }
        }
        throw new IllegalArgumentException(message(text));
    }

    /**
     * @param buffer to read from
     * @param index of an address's first byte
     * @return the address in eight groups, zeros not compressed
     */
    public static String format(final DirectBuffer buffer, final int index) {
        final StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < ADDRESS_LENGTH; i += 2) {
            text.append(i == 0 ? "" : ":")
                    .append(Integer.toHexString(buffer.getShort(index + i, BIG_ENDIAN) & 0xFFFF));
        }
        return text.toString();
    }

    private static String message(final String text) {
        return "not an IPv6 address: '" + text + "'; write it as 2001:db8::1";
    }
}
