package io.polycast.parser.classify;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.wire.Arp;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Icmpv6;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import org.agrona.DirectBuffer;

/**
 * One pass over a frame's headers.
 *
 * <p>RoCE is what goes to UDP port 4791 over IP, and nothing else: only such a frame can be
 * malformed. UDP to another port is {@link FrameKind#UDP}, unverified. Every other frame, even a truncated
 * one, is {@link FrameKind#OTHER}, because a bump in the wire must let it pass. Addresses are filled in for every frame with a whole IP header,
 * malformed ones included; of an ARP request sender and target address are taken, with an IP
 * version of 0.
 *
 * <p>Stateless, threadsafe, allocates nothing, throws on no bytes whatever.
 */
public final class Classifier {
    private static final int MAX_VLAN_TAGS = 2;

    private Classifier() {}

    /**
     * Classifies one frame.
     *
     * @param buffer that holds it
     * @param offset of the destination MAC
     * @param length in bytes, without FCS, at least 0; no byte outside is read
     * @param info takes what was found; every field is written
     * @return the {@link FrameKind}, as in {@code info}
     */
    public static int classify(
            final DirectBuffer buffer, final int offset, final int length, final FrameInfo info) {
        return PlainClassifier.classify(buffer, offset, length, info)
                ? info.kind
                : classifyAny(buffer, offset, length, info);
    }

    /** The same, the long way; apart so that tests can hold the short one to it. */
    static int classifyAny(
            final DirectBuffer buffer, final int offset, final int length, final FrameInfo info) {
        reset(info, offset, length);
        info.kind = link(buffer, offset, offset + length, info);
        return info.kind;
    }

    private static void reset(final FrameInfo info, final int offset, final int length) {
        info.kind = FrameKind.OTHER;
        info.reason = 0;
        info.frameOffset = offset;
        info.frameLength = length;
        info.vlanTags = 0;
        info.vlanId = -1;
        info.l3Offset = offset;
        info.ipVersion = 0;
        info.srcIp = 0;
        info.dstIp = 0;
        info.udpOffset = offset;
        info.udpPort = 0;
        info.bthOffset = offset;
        info.opcode = 0;
        info.destQpn = 0;
        info.psn = 0;
        info.ackReq = false;
        info.payloadOffset = offset;
        info.payloadLength = 0;
        info.icrcOffset = offset;
        info.rethOffset = -1;
        info.aethOffset = -1;
        info.icrcVerified = false;
    }

    private static int link(
            final DirectBuffer buffer, final int offset, final int end, final FrameInfo info) {
        if (end - offset < Ethernet.LENGTH) {
            return FrameKind.OTHER;
        }
        int typeOffset = offset;
        int type = Ethernet.etherType(buffer, typeOffset);
        while (Vlan.isTag(type)) {
            if (info.vlanTags == MAX_VLAN_TAGS
                    || end - typeOffset < Ethernet.LENGTH + Vlan.LENGTH) {
                return FrameKind.OTHER;
            }
            if (info.vlanTags == 0) {
                info.vlanId = Vlan.id(Vlan.tci(buffer, typeOffset + Ethernet.ETHER_TYPE_OFFSET));
            }
            info.vlanTags++;
            typeOffset += Vlan.LENGTH;
            type = Ethernet.etherType(buffer, typeOffset);
        }
        info.l3Offset = typeOffset + Ethernet.LENGTH;
        switch (type) {
            case Ethernet.TYPE_IPV4:
                return ipv4(buffer, end, info);
            case Ethernet.TYPE_IPV6:
                return ipv6(buffer, end, info);
            case Ethernet.TYPE_ARP:
                return arp(buffer, end, info);
            case Ethernet.TYPE_MAC_CONTROL:
                // a MAC listens to untagged ones only
                return info.vlanTags == 0 ? FrameKind.MAC_CONTROL : FrameKind.OTHER;
            default:
                return FrameKind.OTHER;
        }
    }

    private static int arp(final DirectBuffer buffer, final int end, final FrameInfo info) {
        final int body = info.l3Offset;
        if (end - body < Arp.LENGTH
                || !Arp.isIpv4OverEthernet(buffer, body)
                || Arp.operation(buffer, body) != Arp.REQUEST) {
            return FrameKind.OTHER;
        }
        info.srcIp = Arp.senderIp(buffer, body);
        info.dstIp = Arp.targetIp(buffer, body);
        return FrameKind.ARP_REQUEST;
    }

    private static int ipv4(final DirectBuffer buffer, final int end, final FrameInfo info) {
        final int ip = info.l3Offset;
        if (end - ip < Ipv4.LENGTH) {
            return FrameKind.OTHER;
        }
        info.ipVersion = 4;
        info.srcIp = Ipv4.src(buffer, ip);
        info.dstIp = Ipv4.dst(buffer, ip);
        final int headerLength = Ipv4.headerLength(buffer, ip);
        final int fragment = Ipv4.flagsAndFragment(buffer, ip);
        final int udp = ip + Math.max(headerLength, Ipv4.LENGTH);
        if (Ipv4.protocol(buffer, ip) != Ipv4.PROTOCOL_UDP
                || (fragment & Ipv4.FRAGMENT_OFFSET_MASK) != 0) {
            return FrameKind.OTHER;
        }
        if (!isToRocePort(buffer, udp, end)) {
            return otherUdp(buffer, udp, end, info);
        }
        final int reason = ipv4Fault(buffer, ip, udp, end, headerLength, fragment);
        if (reason != 0) {
            return malformed(info, reason);
        }
        info.udpOffset = udp;
        return RoceClassifier.classify(buffer, udp, ip + Ipv4.totalLength(buffer, ip), info);
    }

    private static int ipv4Fault(
            final DirectBuffer buffer,
            final int ip,
            final int udp,
            final int end,
            final int headerLength,
            final int fragment) {
        if (Ipv4.version(buffer, ip) != 4 || headerLength < Ipv4.LENGTH) {
            return Reason.BAD_IP_HEADER;
        }
        if (!Ipv4.isChecksumRight(buffer, ip, headerLength)) {
            return Reason.BAD_IP_CHECKSUM;
        }
        if (headerLength > Ipv4.LENGTH) {
            return Reason.IP_OPTIONS;
        }
        if ((fragment & Ipv4.MORE_FRAGMENTS) != 0) {
            return Reason.IP_FRAGMENT;
        }
        if (end - udp < Udp.LENGTH) {
            return Reason.TRUNCATED_UDP;
        }
        final int totalLength = Ipv4.totalLength(buffer, ip);
        return totalLength < Ipv4.LENGTH || totalLength > end - ip ? Reason.BAD_IP_LENGTH : 0;
    }

    private static int ipv6(final DirectBuffer buffer, final int end, final FrameInfo info) {
        final int ip = info.l3Offset;
        if (end - ip < Ipv6.LENGTH) {
            return FrameKind.OTHER;
        }
        info.ipVersion = 6;
        info.srcIp = Ipv6.srcLow32(buffer, ip);
        info.dstIp = Ipv6.dstLow32(buffer, ip);
        final int next = Ipv6.nextHeader(buffer, ip);
        if (next == Icmpv6.NEXT_HEADER) {
            return SolicitationClassifier.isSolicitation(buffer, ip, end)
                    ? FrameKind.NEIGHBOUR_SOLICITATION
                    : FrameKind.OTHER;
        }
        final int udp = ip + Ipv6.LENGTH;
        if (next != Ipv4.PROTOCOL_UDP) {
            final int reason = Ipv6Extensions.faultBeforeRoce(buffer, next, udp, end);
            return reason == 0 ? FrameKind.OTHER : malformed(info, reason);
        }
        if (!isToRocePort(buffer, udp, end)) {
            return otherUdp(buffer, udp, end, info);
        }
        if (Ipv6.version(buffer, ip) != 6) {
            return malformed(info, Reason.BAD_IP_HEADER);
        }
        if (end - udp < Udp.LENGTH) {
            return malformed(info, Reason.TRUNCATED_UDP);
        }
        final int payloadLength = Ipv6.payloadLength(buffer, ip);
        if (payloadLength > end - udp) {
            return malformed(info, Reason.BAD_IP_LENGTH);
        }
        info.udpOffset = udp;
        return RoceClassifier.classify(buffer, udp, udp + payloadLength, info);
    }

    /** Whether a UDP header here, perhaps cut short behind its ports, names RoCEv2's port. */
    static boolean isToRocePort(final DirectBuffer buffer, final int udp, final int end) {
        return end - udp >= Udp.LENGTH_OFFSET && Udp.dstPort(buffer, udp) == Udp.PORT_ROCE;
    }

    private static int otherUdp(
            final DirectBuffer buffer, final int udp, final int end, final FrameInfo info) {
        if (end - udp < Udp.LENGTH_OFFSET) {
            return FrameKind.OTHER;
        }
        info.udpOffset = udp;
        info.udpPort = Udp.dstPort(buffer, udp);
        return FrameKind.UDP;
    }

    static int malformed(final FrameInfo info, final int reason) {
        info.reason = reason;
        return FrameKind.MALFORMED;
    }

    /** Ids of endings, read once. */
    static final class Reason {
        static final int BAD_IP_HEADER = Ending.BAD_IP_HEADER.id();
        static final int BAD_IP_CHECKSUM = Ending.BAD_IP_CHECKSUM.id();
        static final int BAD_IP_LENGTH = Ending.BAD_IP_LENGTH.id();
        static final int IP_FRAGMENT = Ending.IP_FRAGMENT.id();
        static final int IP_OPTIONS = Ending.IP_OPTIONS.id();
        static final int TRUNCATED_UDP = Ending.TRUNCATED_UDP.id();

        private Reason() {}
    }
}
