package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Udp;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Ethernet frame, IP and UDP around a packet: what {@link #find} saw last. Frames carry no tag and
 * no IP options. Reusable, throws on no bytes whatever.
 */
public final class MrpFrame {
    /** The frame is no UDP to the port. */
    public static final int OTHER = 0;

    /** The frame goes to the port, and its lengths or checksums do not hold. */
    public static final int BAD = 1;

    /** The frame is sound. */
    public static final int FOUND = 2;

    /** Bytes in front of a packet over IPv4. */
    public static final int HEADERS_IPV4 = Ethernet.LENGTH + Ipv4.LENGTH + Udp.LENGTH;

    /** Bytes in front of a packet over IPv6. */
    public static final int HEADERS_IPV6 = Ethernet.LENGTH + Ipv6.LENGTH + Udp.LENGTH;

    private static final int TTL = 64;

    private boolean ipv6;
    private long srcMac;
    private MrpAddress src;
    private MrpAddress dst;
    private int payload;
    private int payloadLength;

    /**
     * Inspects a frame.
     *
     * @param buffer that holds it
     * @param offset of the destination MAC
     * @param length in bytes, without FCS
     * @param port of UDP that is registration's
     * @return {@link #OTHER}, {@link #BAD} or {@link #FOUND}
     */
    public int find(final DirectBuffer buffer, final int offset, final int length, final int port) {
        if (length < HEADERS_IPV4) {
            return OTHER;
        }
        final int etherType = Ethernet.etherType(buffer, offset);
        ipv6 = etherType == Ethernet.TYPE_IPV6;
        if (!ipv6 && etherType != Ethernet.TYPE_IPV4 || ipv6 && length < HEADERS_IPV6) {
            return OTHER;
        }
        final int ip = offset + Ethernet.LENGTH;
        final int protocol = ipv6 ? Ipv6.nextHeader(buffer, ip) : Ipv4.protocol(buffer, ip);
        final int udp = ip + (ipv6 ? Ipv6.LENGTH : Ipv4.LENGTH);
        if (protocol != Ipv4.PROTOCOL_UDP || Udp.dstPort(buffer, udp) != port) {
            return OTHER;
        }
        final int end = ipv6 ? udp + Ipv6.payloadLength(buffer, ip) : endOfIpv4(buffer, ip);
        if (end > offset + length
                || end - udp < Udp.LENGTH
                || Udp.length(buffer, udp) != end - udp
                || !Udp.isChecksumRight(buffer, ip, ipv6 ? 6 : 4, udp)) {
            return BAD;
        }
        srcMac = Ethernet.srcMac(buffer, offset);
        src = MrpAddress.load(buffer, ip + (ipv6 ? Ipv6.SRC_OFFSET : Ipv4.SRC_OFFSET), ipv6);
        dst = MrpAddress.load(buffer, ip + (ipv6 ? Ipv6.DST_OFFSET : Ipv4.DST_OFFSET), ipv6);
        payload = udp + Udp.LENGTH;
        payloadLength = end - payload;
        return FOUND;
    }

    /** End of a sound IPv4 packet without options; in front of it when it is not sound. */
    private static int endOfIpv4(final DirectBuffer buffer, final int ip) {
        final int fragment = Ipv4.MORE_FRAGMENTS | Ipv4.FRAGMENT_OFFSET_MASK;
        final boolean sound =
                Ipv4.version(buffer, ip) == 4
                        && Ipv4.headerLength(buffer, ip) == Ipv4.LENGTH
                        && (Ipv4.flagsAndFragment(buffer, ip) & fragment) == 0
                        && Ipv4.isChecksumRight(buffer, ip, Ipv4.LENGTH);
        return sound ? ip + Ipv4.totalLength(buffer, ip) : ip;
    }

    /**
     * Writes the headers of a frame around a packet, and pads it to the length that Ethernet wants.
     *
     * @param buffer holds the packet behind {@link #HEADERS_IPV4} or {@link #HEADERS_IPV6} bytes
     * @param macs destination and source, in the low 48 bits
     * @param from source address
     * @param to destination address, of the same IP version
     * @param port of UDP, source and destination
     * @param packetLength in bytes
     * @return bytes of the frame
     */
    public static int write(
            final MutableDirectBuffer buffer,
            final Macs macs,
            final MrpAddress from,
            final MrpAddress to,
            final int port,
            final int packetLength) {
        final boolean ipv6 = !to.isIpv4();
        final int ip = Ethernet.LENGTH;
        final int udp = ip + (ipv6 ? Ipv6.LENGTH : Ipv4.LENGTH);
        final int datagram = Udp.LENGTH + packetLength;
        final int type = ipv6 ? Ethernet.TYPE_IPV6 : Ethernet.TYPE_IPV4;
        Ethernet.write(buffer, 0, macs.dst(), macs.src(), type);
        if (ipv6) {
            Ipv6.write(buffer, ip, 0, 0, datagram, Ipv4.PROTOCOL_UDP, TTL);
            from.store(buffer, ip + Ipv6.SRC_OFFSET, true);
            to.store(buffer, ip + Ipv6.DST_OFFSET, true);
        } else {
            Ipv4.write(
                    buffer,
                    ip,
                    0,
                    Ipv4.LENGTH + datagram,
                    Ipv4.DONT_FRAGMENT,
                    TTL,
                    Ipv4.PROTOCOL_UDP);
            Ipv4.src(buffer, ip, from.last32());
            Ipv4.dst(buffer, ip, to.last32());
            Ipv4.storeChecksum(buffer, ip);
        }
        Udp.write(buffer, udp, port, port, datagram);
        final int checksum = Udp.computeChecksum(buffer, ip, ipv6 ? 6 : 4, udp);
        buffer.putShort(udp + Udp.CHECKSUM_OFFSET, (short) checksum, BIG_ENDIAN);
        final int length = udp + datagram;
        final int padded = Math.max(length, Ethernet.MINIMUM_FRAME_LENGTH);
        buffer.setMemory(length, padded - length, (byte) 0);
        return padded;
    }

    /**
     * MAC addresses of a frame.
     *
     * @param dst destination, in the low 48 bits
     * @param src source, in the low 48 bits
     */
    public record Macs(long dst, long src) {}

    /** Source MAC, in the low 48 bits. */
    public long srcMac() {
        return srcMac;
    }

    /** Whether IP is version 6. */
    public boolean isIpv6() {
        return ipv6;
    }

    /** Source address. */
    public MrpAddress src() {
        return src;
    }

    /** Destination address: the group's, on the way to a switch. */
    public MrpAddress dst() {
        return dst;
    }

    /** Offset of the packet. */
    public int payload() {
        return payload;
    }

    /** Bytes of the packet. */
    public int payloadLength() {
        return payloadLength;
    }
}
