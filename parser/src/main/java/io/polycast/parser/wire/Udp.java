package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * UDP header (RFC 768), 8 bytes, big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |          Source port          |       Destination port        |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |            Length             |           Checksum            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>A checksum of 0 means none: RoCEv2 senders use it over IPv4 and IPv6 alike (RFC 6935). A 0 is
 * never repaired; a computed 0 is sent as 0xFFFF.
 */
public final class Udp {
    /** Bytes of the header. */
    public static final int LENGTH = 8;

    public static final int SRC_PORT_OFFSET = 0;
    public static final int DST_PORT_OFFSET = 2;
    public static final int LENGTH_OFFSET = 4;
    public static final int CHECKSUM_OFFSET = 6;

    /** Destination port of RoCEv2. */
    public static final int PORT_ROCE = 4791;

    private Udp() {}

    /** Source port, in [0, 65536). */
    public static int srcPort(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + SRC_PORT_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Destination port, in [0, 65536). */
    public static int dstPort(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + DST_PORT_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Bytes of header and payload. */
    public static int length(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + LENGTH_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Checksum as it stands; 0 means none. */
    public static int checksum(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + CHECKSUM_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Sets the checksum. */
    public static void checksum(
            final MutableDirectBuffer buffer, final int offset, final int checksum) {
        buffer.putShort(offset + CHECKSUM_OFFSET, (short) checksum, BIG_ENDIAN);
    }

    /**
     * Writes the whole header, without a checksum.
     *
     * @param buffer to write to
     * @param offset of the header's first byte
     * @param srcPort in [0, 65536)
     * @param dstPort in [0, 65536)
     * @param length of header and payload in bytes
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int srcPort,
            final int dstPort,
            final int length) {
        buffer.putShort(offset + SRC_PORT_OFFSET, (short) srcPort, BIG_ENDIAN);
        buffer.putShort(offset + DST_PORT_OFFSET, (short) dstPort, BIG_ENDIAN);
        buffer.putShort(offset + LENGTH_OFFSET, (short) length, BIG_ENDIAN);
        checksum(buffer, offset, 0);
    }

    /**
     * @param buffer holding the packet
     * @param ipOffset of the IP header, whose addresses the pseudo header takes
     * @param ipVersion 4 or 6
     * @param offset of the UDP header
     * @return right value of the checksum field, never 0
     */
    public static int computeChecksum(
            final DirectBuffer buffer, final int ipOffset, final int ipVersion, final int offset) {
        final long sum = sum(buffer, ipOffset, ipVersion, offset) - checksum(buffer, offset);
        final int checksum = ~InternetChecksum.fold(sum) & 0xFFFF;
        return checksum == 0 ? 0xFFFF : checksum;
    }

    /**
     * @param buffer holding the packet
     * @param ipOffset of the IP header
     * @param ipVersion 4 or 6
     * @param offset of the UDP header
     * @return whether there is no checksum, or it holds
     */
    public static boolean isChecksumRight(
            final DirectBuffer buffer, final int ipOffset, final int ipVersion, final int offset) {
        return checksum(buffer, offset) == 0
                || InternetChecksum.fold(sum(buffer, ipOffset, ipVersion, offset)) == 0xFFFF;
    }

    /**
     * Checksum after a change of 32 covered bits that begin at an even offset; 0 stays 0, and a
     * result of 0 becomes 0xFFFF.
     *
     * @param checksum as it stands
     * @param oldBits before
     * @param newBits after
     * @return the new checksum
     */
    public static int updateChecksum(final int checksum, final int oldBits, final int newBits) {
        if (checksum == 0) {
            return 0;
        }
        final int updated = InternetChecksum.update32(checksum, oldBits, newBits);
        return updated == 0 ? 0xFFFF : updated;
    }

    private static long sum(
            final DirectBuffer buffer, final int ipOffset, final int ipVersion, final int offset) {
        final int length = length(buffer, offset);
        final long pseudo =
                ipVersion == 4
                        ? InternetChecksum.add(0, buffer, ipOffset + Ipv4.SRC_OFFSET, 8)
                        : InternetChecksum.add(0, buffer, ipOffset + Ipv6.SRC_OFFSET, 32);
        return InternetChecksum.add(pseudo + Ipv4.PROTOCOL_UDP + length, buffer, offset, length);
    }
}
