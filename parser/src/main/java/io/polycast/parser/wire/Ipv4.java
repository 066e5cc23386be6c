package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * IPv4 header (RFC 791), 20 bytes without options, big-endian. Addresses are ints in network order:
 * 10.0.0.1 is 0x0A000001.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |Version|  IHL  |   DSCP    |ECN|         Total length          |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |        Identification         |0|D|M|     Fragment offset     |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |      TTL      |   Protocol    |        Header checksum        |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                        Source address                         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                      Destination address                      |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Ipv4 {
    /** Bytes of the header without options. */
    public static final int LENGTH = 20;

    public static final int VERSION_OFFSET = 0;
    public static final int TOS_OFFSET = 1;
    public static final int TOTAL_LENGTH_OFFSET = 2;
    public static final int IDENTIFICATION_OFFSET = 4;
    public static final int FLAGS_OFFSET = 6;
    public static final int TTL_OFFSET = 8;
    public static final int PROTOCOL_OFFSET = 9;
    public static final int CHECKSUM_OFFSET = 10;
    public static final int SRC_OFFSET = 12;
    public static final int DST_OFFSET = 16;

    /** Protocol number of UDP. */
    public static final int PROTOCOL_UDP = 17;

    /** Don't fragment, in the 16-bit word of flags and fragment offset. */
    public static final int DONT_FRAGMENT = 0x4000;

    /** More fragments, in the same word. */
    public static final int MORE_FRAGMENTS = 0x2000;

    /** Fragment offset in units of 8 bytes, in the same word. */
    public static final int FRAGMENT_OFFSET_MASK = 0x1FFF;

    private Ipv4() {}

    /** Version field, 4 in a right header; the arguments are as everywhere here. */
    public static int version(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + VERSION_OFFSET) >>> 4 & 0xF;
    }

    /** Header length in bytes as the IHL field says, in [0, 60]. */
    public static int headerLength(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + VERSION_OFFSET) & 0xF) << 2;
    }

    /** DSCP and ECN, 8 bits. */
    public static int tos(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TOS_OFFSET) & 0xFF;
    }

    /** Bytes of header and payload. */
    public static int totalLength(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + TOTAL_LENGTH_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Identification, 16 bits; inside the ICRC. */
    public static int identification(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + IDENTIFICATION_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Flags and fragment offset, 16 bits. */
    public static int flagsAndFragment(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + FLAGS_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Time to live, 8 bits. */
    public static int ttl(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TTL_OFFSET) & 0xFF;
    }

    /** Protocol of the payload, 8 bits. */
    public static int protocol(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + PROTOCOL_OFFSET) & 0xFF;
    }

    /** Header checksum as it stands, 16 bits. */
    public static int checksum(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + CHECKSUM_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Source address. */
    public static int src(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + SRC_OFFSET, BIG_ENDIAN);
    }

    /** Destination address. */
    public static int dst(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + DST_OFFSET, BIG_ENDIAN);
    }

    /** Sets DSCP and ECN; the checksum stays as it was. */
    public static void tos(final MutableDirectBuffer buffer, final int offset, final int tos) {
        buffer.putByte(offset + TOS_OFFSET, (byte) tos);
    }

    /** Sets the identification; the checksum stays as it was. */
    public static void identification(
            final MutableDirectBuffer buffer, final int offset, final int identification) {
        buffer.putShort(offset + IDENTIFICATION_OFFSET, (short) identification, BIG_ENDIAN);
    }

    /** Sets the time to live; the checksum stays as it was. */
    public static void ttl(final MutableDirectBuffer buffer, final int offset, final int ttl) {
        buffer.putByte(offset + TTL_OFFSET, (byte) ttl);
    }

    /** Sets the header checksum. */
    public static void checksum(
            final MutableDirectBuffer buffer, final int offset, final int checksum) {
        buffer.putShort(offset + CHECKSUM_OFFSET, (short) checksum, BIG_ENDIAN);
    }

    /** Sets the source address; the checksum stays as it was. */
    public static void src(final MutableDirectBuffer buffer, final int offset, final int src) {
        buffer.putInt(offset + SRC_OFFSET, src, BIG_ENDIAN);
    }

    /** Sets the destination address; the checksum stays as it was. */
    public static void dst(final MutableDirectBuffer buffer, final int offset, final int dst) {
        buffer.putInt(offset + DST_OFFSET, dst, BIG_ENDIAN);
    }

    /**
     * Writes a header of 20 bytes but for its addresses; identification and checksum are 0.
     *
     * @param buffer to write to
     * @param offset of the header's first byte
     * @param tos DSCP and ECN, 8 bits
     * @param totalLength of header and payload in bytes
     * @param flagsAndFragment for RoCE {@link #DONT_FRAGMENT}
     * @param ttl 8 bits
     * @param protocol of the payload
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int tos,
            final int totalLength,
            final int flagsAndFragment,
            final int ttl,
            final int protocol) {
        buffer.putByte(offset + VERSION_OFFSET, (byte) 0x45);
        tos(buffer, offset, tos);
        buffer.putShort(offset + TOTAL_LENGTH_OFFSET, (short) totalLength, BIG_ENDIAN);
        identification(buffer, offset, 0);
        buffer.putShort(offset + FLAGS_OFFSET, (short) flagsAndFragment, BIG_ENDIAN);
        ttl(buffer, offset, ttl);
        buffer.putByte(offset + PROTOCOL_OFFSET, (byte) protocol);
        checksum(buffer, offset, 0);
    }

    /** Computes and stores the checksum of a header without options. */
    public static void storeChecksum(final MutableDirectBuffer buffer, final int offset) {
        checksum(buffer, offset, computeChecksum(buffer, offset));
    }

    /**
     * @param buffer holding the header
     * @param offset of its first byte
     * @return right value of the checksum field of this header without options
     */
    public static int computeChecksum(final DirectBuffer buffer, final int offset) {
        final long sum = InternetChecksum.add(0, buffer, offset, LENGTH);
        return ~InternetChecksum.fold(sum - checksum(buffer, offset)) & 0xFFFF;
    }

    /**
     * @param buffer holding the header
     * @param offset of its first byte
     * @param headerLength in bytes, in [20, 60]
     * @return whether the header checksum holds
     */
    public static boolean isChecksumRight(
            final DirectBuffer buffer, final int offset, final int headerLength) {
        return InternetChecksum.fold(InternetChecksum.add(0, buffer, offset, headerLength))
                == 0xFFFF;
    }

    /**
     * @param text dotted quad
     * @return the address
     * @throws IllegalArgumentException when it is not a dotted quad
     */
    public static int parse(final String text) {
        if (!text.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
            throw new IllegalArgumentException(
                    "not an IPv4 address: '" + text + "'; write it as 10.0.0.1");
        }
        int address = 0;
        for (final String part : text.split("\\.")) {
            final int value = Integer.parseInt(part);
            if (value > 255) {
                throw new IllegalArgumentException(
                        "not an IPv4 address: '" + text + "', " + part + " exceeds 255");
            }
            address = address << 8 | value;
        }
        return address;
    }

    /**
     * @param address to show
     * @return its dotted quad
     */
    public static String format(final int address) {
        return (address >>> 24)
                + "."
                + (address >>> 16 & 0xFF)
                + "."
                + (address >>> 8 & 0xFF)
                + "."
                + (address & 0xFF);
    }
}
