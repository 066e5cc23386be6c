package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * ARP for IPv4 over Ethernet (RFC 826), 28 bytes, big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |       Hardware type = 1       |    Protocol type = 0x0800     |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |  HW len = 6   | Proto len = 4 |           Operation           |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |              Sender MAC, 6 bytes; sender IP, 4                |
 * |              Target MAC, 6 bytes; target IP, 4                |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Arp {
    /** Bytes of the body. */
    public static final int LENGTH = 28;

    public static final int OPERATION_OFFSET = 6;
    public static final int SENDER_MAC_OFFSET = 8;
    public static final int SENDER_IP_OFFSET = 14;
    public static final int TARGET_MAC_OFFSET = 18;
    public static final int TARGET_IP_OFFSET = 24;

    public static final int REQUEST = 1;
    public static final int REPLY = 2;

    /** Hardware type, protocol type and both lengths as they must be. */
    private static final long PREFIX = 0x0001_0800_0604L;

    private Arp() {}

    /** Whether this is ARP for IPv4 over Ethernet. */
    public static boolean isIpv4OverEthernet(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset, BIG_ENDIAN) >>> 16 == PREFIX;
    }

    /** {@link #REQUEST}, {@link #REPLY}, or something else. */
    public static int operation(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + OPERATION_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** MAC of the asking host, 48 bits. */
    public static long senderMac(final DirectBuffer buffer, final int offset) {
        return Ethernet.loadMac(buffer, offset + SENDER_MAC_OFFSET);
    }

    /** Address of the asking host; 0 in a probe. */
    public static int senderIp(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + SENDER_IP_OFFSET, BIG_ENDIAN);
    }

    /** MAC that is asked for, 48 bits; nothing in a request. */
    public static long targetMac(final DirectBuffer buffer, final int offset) {
        return Ethernet.loadMac(buffer, offset + TARGET_MAC_OFFSET);
    }

    /** Address that is asked for. */
    public static int targetIp(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + TARGET_IP_OFFSET, BIG_ENDIAN);
    }

    /** Writes the whole body. */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int operation,
            final long senderMac,
            final int senderIp,
            final long targetMac,
            final int targetIp) {
        buffer.putLong(offset, PREFIX << 16 | operation & 0xFFFF, BIG_ENDIAN);
        Ethernet.storeMac(buffer, offset + SENDER_MAC_OFFSET, senderMac);
        buffer.putInt(offset + SENDER_IP_OFFSET, senderIp, BIG_ENDIAN);
        Ethernet.storeMac(buffer, offset + TARGET_MAC_OFFSET, targetMac);
        buffer.putInt(offset + TARGET_IP_OFFSET, targetIp, BIG_ENDIAN);
    }

    /**
     * Builds the reply to a request, tags kept, padded to the shortest Ethernet frame.
     *
     * @param request holds the request
     * @param requestOffset of its first byte
     * @param l3Offset of its ARP body, so that tags between are copied
     * @param mac that answers for the target address, 48 bits
     * @param out takes the reply; must not overlap the request
     * @param outOffset of its first byte; 60 bytes of room
     * @return length of the reply, 60
     */
    public static int writeReply(
            final DirectBuffer request,
            final int requestOffset,
            final int l3Offset,
            final long mac,
            final MutableDirectBuffer out,
            final int outOffset) {
        final int headerLength = l3Offset - requestOffset;
        out.putBytes(outOffset, request, requestOffset, headerLength);
        // the asker's own idea of its MAC, not the frame's source: they differ behind a relay
        final long asker = senderMac(request, l3Offset);
        Ethernet.dstMac(out, outOffset, Ethernet.srcMac(request, requestOffset));
        Ethernet.srcMac(out, outOffset, mac);
        final int body = outOffset + headerLength;
        write(
                out,
                body,
                REPLY,
                mac,
                targetIp(request, l3Offset),
                asker,
                senderIp(request, l3Offset));
        final int length = headerLength + LENGTH;
        out.setMemory(outOffset + length, Ethernet.MINIMUM_FRAME_LENGTH - length, (byte) 0);
        return Ethernet.MINIMUM_FRAME_LENGTH;
    }
}
