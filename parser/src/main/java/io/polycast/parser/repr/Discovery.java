package io.polycast.parser.repr;

import io.polycast.parser.wire.Arp;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Icmpv6;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Builds ARP requests and neighbour solicitations of a host. */
public final class Discovery {
    /** First 13 bytes of a solicited-node address, ff02::1:ff00:0/104. */
    private static final long SOLICITED_NODE_HIGH = 0xFF02L << 48;

    private static final long SOLICITED_NODE_LOW = 0x0000_0001_FF00_0000L;

    private Discovery() {}

    /**
     * @param srcMac of the asking host, 48 bits
     * @param src its IPv4 address
     * @param target whose MAC is asked for
     * @return a broadcast ARP request of 60 bytes
     */
    public static byte[] arpRequest(final long srcMac, final String src, final String target) {
        // a new array is zeros: that is the padding
        final byte[] bytes = new byte[Ethernet.MINIMUM_FRAME_LENGTH];
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        Ethernet.write(frame, 0, Ethernet.BROADCAST, srcMac, Ethernet.TYPE_ARP);
        Arp.write(
                frame,
                Ethernet.LENGTH,
                Arp.REQUEST,
                srcMac,
                Ipv4.parse(src),
                0,
                Ipv4.parse(target));
        return bytes;
    }

    /**
     * @param srcMac of the asking host, 48 bits
     * @param src its IPv6 address
     * @param target whose MAC is asked for
     * @return a neighbour solicitation to the target's solicited-node address, 86 bytes
     */
    public static byte[] neighbourSolicitation(
            final long srcMac, final String src, final String target) {
        final int ip = Ethernet.LENGTH;
        final int message = ip + Ipv6.LENGTH;
        final int length = Icmpv6.LENGTH + Icmpv6.LINK_OPTION_LENGTH;
        final byte[] bytes = new byte[message + length];
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        final ByteBuffer asked = ByteBuffer.wrap(Ipv6.parse(target));
        final long targetHigh = asked.getLong(0);
        final long targetLow = asked.getLong(8);
        final long nodeLow = SOLICITED_NODE_LOW | targetLow & 0xFF_FFFF;
        final long groupMac = 0x3333_0000_0000L | nodeLow & 0xFFFF_FFFFL;
        Ethernet.write(frame, 0, groupMac, srcMac, Ethernet.TYPE_IPV6);
        Ipv6.write(frame, ip, 0, 0, length, Icmpv6.NEXT_HEADER, Icmpv6.HOP_LIMIT);
        frame.putBytes(ip + Ipv6.SRC_OFFSET, Ipv6.parse(src));
        Ipv6.dst(frame, ip, SOLICITED_NODE_HIGH, nodeLow);
        Icmpv6.write(
                frame, message, Icmpv6.NEIGHBOUR_SOLICITATION, 0, targetHigh, targetLow, srcMac);
        Icmpv6.storeChecksum(frame, ip, message, length);
        return bytes;
    }
}
