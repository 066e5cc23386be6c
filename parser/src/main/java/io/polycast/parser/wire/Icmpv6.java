package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * ICMPv6 neighbour solicitation and advertisement (RFC 4861, 4.3 and 4.4): 24 bytes and options,
 * big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |Type = 135, 136|   Code = 0    |           Checksum            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |R|S|O|                       reserved                          |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                   Target address, 16 bytes                    |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * | Option type   |  in 8 bytes   |   link-layer address, 6       |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Icmpv6 {
    /** Bytes of either message without options. */
    public static final int LENGTH = 24;

    /** Bytes of a link-layer address option. */
    public static final int LINK_OPTION_LENGTH = 8;

    public static final int TYPE_OFFSET = 0;
    public static final int CODE_OFFSET = 1;
    public static final int CHECKSUM_OFFSET = 2;
    public static final int FLAGS_OFFSET = 4;
    public static final int TARGET_OFFSET = 8;

    /** IPv6 next header of ICMPv6. */
    public static final int NEXT_HEADER = 58;

    public static final int NEIGHBOUR_SOLICITATION = 135;
    public static final int NEIGHBOUR_ADVERTISEMENT = 136;

    /** Hop limit that proves a message to be of this link. */
    public static final int HOP_LIMIT = 255;

    public static final int OPTION_SOURCE_LINK = 1;
    public static final int OPTION_TARGET_LINK = 2;

    private static final int FLAG_SOLICITED = 0x4000_0000;
    private static final int FLAG_OVERRIDE = 0x2000_0000;

    /** First eight bytes of ff02::1, the address of all nodes. */
    private static final long ALL_NODES_HIGH = 0xFF02L << 48;

    private Icmpv6() {}

    /** Message type, 8 bits. */
    public static int type(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TYPE_OFFSET) & 0xFF;
    }

    /** Message code, 8 bits. */
    public static int code(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + CODE_OFFSET) & 0xFF;
    }

    /** Last four bytes of the target address. */
    public static int targetLow32(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + TARGET_OFFSET + 12, BIG_ENDIAN);
    }

    /** Bytes 0 to 7 of the target address. */
    public static long targetHigh(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + TARGET_OFFSET, BIG_ENDIAN);
    }

    /** Bytes 8 to 15 of the target address. */
    public static long targetLow(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + TARGET_OFFSET + 8, BIG_ENDIAN);
    }

    /**
     * @param buffer holding the packet
     * @param ipOffset of the IPv6 header, whose addresses the pseudo header takes
     * @param offset of the ICMPv6 message
     * @param length of the message in bytes
     * @return whether its checksum holds
     */
    public static boolean isChecksumRight(
            final DirectBuffer buffer, final int ipOffset, final int offset, final int length) {
        return InternetChecksum.fold(sum(buffer, ipOffset, offset, length)) == 0xFFFF;
    }

    /**
     * Writes the checksum over a message that stands otherwise.
     *
     * @param buffer holding the packet
     * @param ipOffset of the IPv6 header
     * @param offset of the ICMPv6 message
     * @param length of the message in bytes
     */
    public static void storeChecksum(
            final MutableDirectBuffer buffer,
            final int ipOffset,
            final int offset,
            final int length) {
        buffer.putShort(offset + CHECKSUM_OFFSET, (short) 0);
        final int sum = InternetChecksum.fold(sum(buffer, ipOffset, offset, length));
        buffer.putShort(offset + CHECKSUM_OFFSET, (short) ~sum, BIG_ENDIAN);
    }

    /**
     * Writes a message with one link-layer address option, 32 bytes, but for the checksum.
     *
     * @param buffer to write to
     * @param offset of the message
     * @param type {@link #NEIGHBOUR_SOLICITATION} or {@link #NEIGHBOUR_ADVERTISEMENT}
     * @param flags R, S and O in the highest bits; 0 in a solicitation
     * @param targetHigh bytes 0 to 7 of the target
     * @param targetLow bytes 8 to 15 of the target
     * @param mac that the option tells, 48 bits: the source's in a solicitation, the target's in an
     *     advertisement
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int type,
            final int flags,
            final long targetHigh,
            final long targetLow,
            final long mac) {
        final int linkOption =
                type == NEIGHBOUR_SOLICITATION ? OPTION_SOURCE_LINK : OPTION_TARGET_LINK;
        buffer.putInt(offset, type << 24, BIG_ENDIAN);
        buffer.putInt(offset + FLAGS_OFFSET, flags, BIG_ENDIAN);
        buffer.putLong(offset + TARGET_OFFSET, targetHigh, BIG_ENDIAN);
        buffer.putLong(offset + TARGET_OFFSET + 8, targetLow, BIG_ENDIAN);
        buffer.putByte(offset + LENGTH, (byte) linkOption);
        buffer.putByte(offset + LENGTH + 1, (byte) 1);
        Ethernet.storeMac(buffer, offset + LENGTH + 2, mac);
    }

    /**
     * Builds the advertisement that answers a solicitation, tags kept: solicited to the asker, or
     * not solicited to all nodes when the asker has no address yet (RFC 4861, 7.2.4).
     *
     * @param request holds the solicitation
     * @param requestOffset of its first byte
     * @param l3Offset of its IPv6 header
     * @param mac that answers for the target address, 48 bits
     * @param out takes the advertisement; must not overlap the solicitation
     * @param outOffset of its first byte; 94 bytes of room
     * @return length of the advertisement: 86 and 4 for each tag
     */
    public static int writeAdvertisement(
            final DirectBuffer request,
            final int requestOffset,
            final int l3Offset,
            final long mac,
            final MutableDirectBuffer out,
            final int outOffset) {
        final int headerLength = l3Offset - requestOffset;
        final int message = l3Offset + Ipv6.LENGTH;
        final long askerHigh = Ipv6.srcHigh(request, l3Offset);
        final long askerLow = Ipv6.srcLow(request, l3Offset);
        final boolean anonymous = (askerHigh | askerLow) == 0;
        final long targetHigh = targetHigh(request, message);
        final long targetLow = targetLow(request, message);

        out.putBytes(outOffset, request, requestOffset, headerLength);
        Ethernet.dstMac(
                out,
                outOffset,
                anonymous ? 0x3333_0000_0001L : Ethernet.srcMac(request, requestOffset));
        Ethernet.srcMac(out, outOffset, mac);
        final int ip = outOffset + headerLength;
        final int length = LENGTH + LINK_OPTION_LENGTH;
        Ipv6.write(out, ip, 0, 0, length, NEXT_HEADER, HOP_LIMIT);
        Ipv6.src(out, ip, targetHigh, targetLow);
        Ipv6.dst(out, ip, anonymous ? ALL_NODES_HIGH : askerHigh, anonymous ? 1 : askerLow);
        write(
                out,
                ip + Ipv6.LENGTH,
                NEIGHBOUR_ADVERTISEMENT,
                anonymous ? FLAG_OVERRIDE : FLAG_SOLICITED | FLAG_OVERRIDE,
                targetHigh,
                targetLow,
                mac);
        storeChecksum(out, ip, ip + Ipv6.LENGTH, length);
        return headerLength + Ipv6.LENGTH + length;
    }

    private static long sum(
            final DirectBuffer buffer, final int ipOffset, final int offset, final int length) {
        final long pseudo = InternetChecksum.add(0, buffer, ipOffset + Ipv6.SRC_OFFSET, 32);
        return InternetChecksum.add(pseudo + NEXT_HEADER + length, buffer, offset, length);
    }
}
