package io.polycast.core.cepheus;

import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.core.limits.RateLimits;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.wire.Arp;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Icmpv6;
import io.polycast.parser.wire.Ipv6;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Answers ARP and neighbour solicitations for the addresses of groups, and for all of {@code
 * switch.mcstPrefix}, so that hosts can connect to them (docs/protocol.md, G20).
 */
final class NeighbourAnswers {
    private static final int CAPACITY = 256;

    private final Mft mft;
    private final long switchMac;
    private final McstPrefix prefix;
    private final GroupAddress6 prefix6;
    private final RateLimits limits;
    private final Registrar registrar;
    private final UnsafeBuffer answer =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(CAPACITY, 64));

    NeighbourAnswers(
            final Mft mft,
            final CepheusSettings settings,
            final GroupAddress6 prefix6,
            final RateLimits limits,
            final Registrar registrar) {
        this.mft = mft;
        this.switchMac = settings.mac();
        this.prefix = settings.mcstPrefix();
        this.prefix6 = prefix6;
        this.limits = limits;
        this.registrar = registrar;
    }

    boolean isForGroup4(final DirectBuffer frame, final FrameInfo info) {
        return isGroup(Arp.targetIp(frame, info.l3Offset), false);
    }

    boolean isForGroup6(final DirectBuffer frame, final FrameInfo info) {
        final int target = info.l3Offset + Ipv6.LENGTH + Icmpv6.TARGET_OFFSET;
        if (!prefix6.matches(frame, target)) {
            return false;
        }
        return isGroup(Icmpv6.targetLow32(frame, info.l3Offset + Ipv6.LENGTH), true);
    }

    /** A group of the other IP version has no such address; of a group to come none is known. */
    private boolean isGroup(final int mcstId, final boolean ipv6) {
        final int slot = mft.find(mcstId);
        return slot == Mft.NONE
                ? prefix != null && prefix.contains(mcstId)
                : mft.isIpv6(slot) == ipv6;
    }

    /** Returns the id of the {@link Ending}. */
    int answerArp(
            final long nowNs,
            final int port,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (!limits.takesAnswer(nowNs, port)) {
            return Ending.RATE_LIMITED.id();
        }
        if (info.srcIp != 0) {
            registrar.hear(MrpAddress.ipv4(info.srcIp), port, Arp.senderMac(frame, info.l3Offset));
        }
        final int length =
                Arp.writeReply(frame, info.frameOffset, info.l3Offset, switchMac, answer, 0);
        return egress.offer(port, answer, 0, length)
                ? Ending.ARP_ANSWERED.id()
                : Ending.EGRESS_REFUSED.id();
    }

    /** Returns the id of the {@link Ending}. */
    int answerSolicitation(
            final long nowNs,
            final int port,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (!limits.takesAnswer(nowNs, port)) {
            return Ending.RATE_LIMITED.id();
        }
        final MrpAddress host = MrpAddress.load(frame, info.l3Offset + Ipv6.SRC_OFFSET, true);
        if (!host.equals(MrpAddress.NONE)) {
            registrar.hear(host, port, Ethernet.srcMac(frame, info.frameOffset));
        }
        final int length =
                Icmpv6.writeAdvertisement(
                        frame, info.frameOffset, info.l3Offset, switchMac, answer, 0);
        return egress.offer(port, answer, 0, length)
                ? Ending.ND_ANSWERED.id()
                : Ending.EGRESS_REFUSED.id();
    }
}
