package io.polycast.parser.repr;

import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.IcrcField;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Parts of a frame around a BTH and its payload: Ethernet, tags, IP, UDP, ICRC, Ethernet padding.
 */
final class FrameLayout {
    /**
     * Fills a frame before it is written: a byte that was not written shows, and spoils the ICRC.
     */
    private static final byte RUBBISH = (byte) 0xA5;

    final List<int[]> tags = new ArrayList<>();
    long srcMac = 0x0200_0000_0001L;
    long dstMac = 0x0200_0000_00FEL;
    byte[] src;
    byte[] dst;
    int tos;
    int identification;
    int flowLabel;
    int ttl = 64;
    int udpSourcePort = 0xC000;
    boolean udpChecksum;
    boolean padToMinimum;

    private final int ipVersion;

    FrameLayout(final int ipVersion) {
        this.ipVersion = ipVersion;
        src = address(ipVersion == 4 ? "10.0.0.1" : "2001:db8::1");
        dst = address(ipVersion == 4 ? "10.255.0.1" : "2001:db8::ff");
    }

    byte[] address(final String text) {
        return ipVersion == 4
                ? ByteBuffer.allocate(4).putInt(Ipv4.parse(text)).array()
                : Ipv6.parse(text);
    }

    byte[] build(final byte[] body) {
        final int l3 = Ethernet.LENGTH + tags.size() * Vlan.LENGTH;
        final int udp = l3 + (ipVersion == 4 ? Ipv4.LENGTH : Ipv6.LENGTH);
        final int icrc = udp + Udp.LENGTH + body.length;
        final int end = icrc + IcrcField.LENGTH;
        final byte[] bytes =
                new byte[padToMinimum ? Math.max(end, Ethernet.MINIMUM_FRAME_LENGTH) : end];
        Arrays.fill(bytes, 0, end, RUBBISH);
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        link(frame);
        network(frame, l3, end - udp);
        Udp.write(frame, udp, udpSourcePort, Udp.PORT_ROCE, end - udp);
        frame.putBytes(udp + Udp.LENGTH, body);
        Icrc.store(frame, icrc, new Icrc().compute(frame, ipVersion, l3, icrc));
        // last: it covers the ICRC, which in turn does not cover it
        if (udpChecksum) {
            Udp.checksum(frame, udp, Udp.computeChecksum(frame, l3, ipVersion, udp));
        }
        return bytes;
    }

    private void link(final UnsafeBuffer frame) {
        final int inner = ipVersion == 4 ? Ethernet.TYPE_IPV4 : Ethernet.TYPE_IPV6;
        Ethernet.write(frame, 0, dstMac, srcMac, inner);
        int at = 0;
        for (final int[] tag : tags) {
            Vlan.write(frame, at + Ethernet.ETHER_TYPE_OFFSET, tag[0], tag[1]);
            at += Vlan.LENGTH;
        }
        Ethernet.etherType(frame, at, inner);
    }

    private void network(final UnsafeBuffer frame, final int l3, final int udpLength) {
        if (ipVersion == 4) {
            Ipv4.write(
                    frame,
                    l3,
                    tos,
                    Ipv4.LENGTH + udpLength,
                    Ipv4.DONT_FRAGMENT,
                    ttl,
                    Ipv4.PROTOCOL_UDP);
            Ipv4.identification(frame, l3, identification);
            Ipv4.src(frame, l3, ByteBuffer.wrap(src).getInt());
            Ipv4.dst(frame, l3, ByteBuffer.wrap(dst).getInt());
            Ipv4.storeChecksum(frame, l3);
            return;
        }
        Ipv6.write(frame, l3, tos, flowLabel, udpLength, Ipv4.PROTOCOL_UDP, ttl);
        frame.putBytes(l3 + Ipv6.SRC_OFFSET, src);
        frame.putBytes(l3 + Ipv6.DST_OFFSET, dst);
    }
}
