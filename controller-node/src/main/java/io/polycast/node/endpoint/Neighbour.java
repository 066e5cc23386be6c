package io.polycast.node.endpoint;

import io.polycast.parser.repr.Discovery;
import io.polycast.parser.wire.Arp;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The MAC of the group's address, asked for by ARP (RFC 826). The question also tells the switch where this host is. */
final class Neighbour {
    /** No MAC is known. */
    static final long UNKNOWN = -1;

    private static final long AGAIN_NS = 200_000_000;

    private final UnsafeBuffer request;
    private final int address;
    private long mac = UNKNOWN;
    private long askAtNs;

    /**
     * @param wire of the host
     * @param address of the group, dotted quad
     * @param nowNs time of the first question
     */
    Neighbour(final Wire wire, final String address, final long nowNs) {
        this.request = new UnsafeBuffer(Discovery.arpRequest(wire.mac(), wire.ip(), address));
        this.address = Ipv4.parse(address);
        this.askAtNs = nowNs;
    }

    /** The MAC, or {@link #UNKNOWN}. */
    long mac() {
        return mac;
    }

    /** Asks when it is time to. */
    void work(final Wire wire, final long nowNs) {
        if (mac == UNKNOWN && nowNs - askAtNs >= 0) {
            wire.port().send(request, 0, request.capacity());
            askAtNs = nowNs + AGAIN_NS;
        }
    }

    /** Takes a frame, which may be the reply. */
    void onFrame(final DirectBuffer frame, final int offset, final int length) {
        final int body = offset + Ethernet.LENGTH;
        if (length >= Ethernet.LENGTH + Arp.LENGTH
                && Ethernet.etherType(frame, offset) == Ethernet.TYPE_ARP
                && Arp.isIpv4OverEthernet(frame, body)
                && Arp.operation(frame, body) == Arp.REPLY
                && Arp.senderIp(frame, body) == address) {
            mac = Arp.senderMac(frame, body);
        }
    }
}
