package io.polycast.core.cepheus;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Cnp;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.IcrcField;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the frames that a switch sends to a group's source: aggregated ACK, NAK, CNP. Every bit is
 * defined (docs/protocol.md, frames that the switch writes). TOS or traffic class, UDP source port
 * and priority are those of the frame that caused it. VLAN and, when no frame caused it, IP version
 * are those in which the source sends: a receiver's VLAN may be another. M is that of the frame
 * that caused it, else of the source's last data: devices without path migration send 1 and expect
 * it in every packet.
 *
 * <pre>
 * field           to a host            to a switch
 * dst MAC         the path's           the path's
 * src MAC         the switch's         the switch's
 * src IP          group                group
 * dst IP          member               group
 * DestQP          member's             1
 * TTL 64, IP id 0, DF, UDP checksum 0, P_Key 0xFFFF, SE = pad = TVer = 0, AckReq 0
 * </pre>
 */
final class FeedbackAuthor {
    private static final int TTL = 64;
    private static final int VID_MASK = 0xFFF;
    private static final int CAPACITY = 128;

    private final Mft mft;
    private final Icrc icrc;
    private final long switchMac;
    private final UnsafeBuffer frame =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(CAPACITY, 64));
    private final UnsafeBuffer group6 = new UnsafeBuffer(new byte[16]);
    private int slot;
    private int row;
    private DirectBuffer cause;
    private FrameInfo info;
    private int bth;
    private int ipVersion;

    FeedbackAuthor(final Mft mft, final Icrc icrc, final long switchMac, final byte[] prefix6) {
        this.mft = mft;
        this.icrc = icrc;
        this.switchMac = switchMac;
        if (prefix6 != null) {
            group6.putBytes(0, prefix6, 0, 12);
        }
    }

    /** Holds the frame last written, from its first byte on. */
    DirectBuffer frame() {
        return frame;
    }

    /**
     * Begins a frame to the source's path.
     *
     * @param ofSlot of the group
     * @param ofRow of the source's path
     * @param causedBy holds the frame that caused this one, null when a timer did
     * @param causeInfo what the classifier found in that frame, null when there is none
     */
    void begin(
            final int ofSlot,
            final int ofRow,
            final DirectBuffer causedBy,
            final FrameInfo causeInfo) {
        slot = ofSlot;
        row = ofRow;
        cause = causedBy;
        info = causeInfo;
    }

    /** Writes an ACK or NAK; returns its length. */
    int acknowledge(final int psn, final int syndrome, final int msn, final int congestionFlags) {
        final int l3 = ethernet();
        final int udp = ip(l3, Bth.LENGTH + Aeth.LENGTH);
        Bth.write(
                frame,
                bth,
                Opcode.ACKNOWLEDGE,
                migReq() ? Bth.MIG_REQ : 0,
                Bth.DEFAULT_P_KEY,
                qpn(),
                psn);
        Bth.congestion(frame, bth, congestionBits(congestionFlags));
        Aeth.write(frame, bth + Bth.LENGTH, syndrome, msn);
        return seal(l3, udp, Bth.LENGTH + Aeth.LENGTH);
    }

    /** Writes a CNP; returns its length. */
    int notifyCongestion() {
        final int l3 = ethernet();
        final int udp = ip(l3, Cnp.LENGTH);
        Cnp.write(frame, bth, Bth.DEFAULT_P_KEY, qpn());
        Bth.migReq(frame, bth, migReq());
        return seal(l3, udp, Cnp.LENGTH);
    }

    private int ethernet() {
        frame.putBytes(Ethernet.DST_MAC_OFFSET, mft.rows(), mft.macOffset(row), 6);
        Ethernet.srcMac(frame, 0, switchMac);
        final int at = Ethernet.ETHER_TYPE_OFFSET;
        final int form = form();
        final int pathVlan = mft.vlanId(row);
        if (pathVlan < 0 && (form & PathFeedback.FORM_TAGGED) == 0) {
            return at + 2;
        }
        if (cause == null || info.vlanTags == 0) {
            Vlan.write(frame, at, Vlan.TPID_8021Q, pathVlan < 0 ? form & 0xFFFF : pathVlan);
            return at + Vlan.LENGTH + 2;
        }
        final int bytes = info.vlanTags * Vlan.LENGTH;
        frame.putBytes(at, cause, info.frameOffset + at, bytes);
        final int vlanId = pathVlan < 0 ? form & VID_MASK : pathVlan;
        final int tci = Vlan.tci(frame, at) & ~VID_MASK | vlanId;
        frame.putShort(Ethernet.LENGTH, (short) tci, BIG_ENDIAN);
        return at + bytes + 2;
    }

    private int ip(final int l3, final int transportLength) {
        final int udpLength = Udp.LENGTH + transportLength + IcrcField.LENGTH;
        ipVersion = cause != null ? info.ipVersion : (form() & PathFeedback.FORM_IPV6) != 0 ? 6 : 4;
        final int udp = ipVersion == 6 ? ipv6(l3, udpLength) : ipv4(l3, udpLength);
        final int sourcePort = cause == null ? 0xC000 : Udp.srcPort(cause, info.udpOffset);
        Udp.write(frame, udp, sourcePort, Udp.PORT_ROCE, udpLength);
        bth = udp + Udp.LENGTH;
        return udp;
    }

    private int ipv6(final int l3, final int udpLength) {
        Ethernet.etherType(frame, l3 - 2 - Ethernet.ETHER_TYPE_OFFSET, Ethernet.TYPE_IPV6);
        group6.putInt(12, mft.mcstId(slot), BIG_ENDIAN);
        final int trafficClass = cause == null ? 0 : Ipv6.trafficClass(cause, info.l3Offset);
        Ipv6.write(frame, l3, trafficClass, 0, udpLength, Ipv4.PROTOCOL_UDP, TTL);
        frame.putBytes(l3 + Ipv6.SRC_OFFSET, group6, 0, 16);
        if (mft.isHost(row)) {
            frame.putBytes(l3 + Ipv6.DST_OFFSET, mft.rows(), mft.ip6Offset(row), 16);
        } else {
            frame.putBytes(l3 + Ipv6.DST_OFFSET, group6, 0, 16);
        }
        return l3 + Ipv6.LENGTH;
    }

    private int ipv4(final int l3, final int udpLength) {
        Ethernet.etherType(frame, l3 - 2 - Ethernet.ETHER_TYPE_OFFSET, Ethernet.TYPE_IPV4);
        final int tos = cause == null ? 0 : Ipv4.tos(cause, info.l3Offset);
        final int mcstId = mft.mcstId(slot);
        Ipv4.write(
                frame,
                l3,
                tos,
                Ipv4.LENGTH + udpLength,
                Ipv4.DONT_FRAGMENT,
                TTL,
                Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, l3, mcstId);
        Ipv4.dst(frame, l3, mft.isHost(row) ? mft.ipLow(row) : mcstId);
        Ipv4.storeChecksum(frame, l3);
        return l3 + Ipv4.LENGTH;
    }

    private int seal(final int l3, final int udp, final int transportLength) {
        final int icrcOffset = udp + Udp.LENGTH + transportLength;
        Icrc.store(frame, icrcOffset, icrc.compute(frame, ipVersion, l3, icrcOffset));
        return icrcOffset + IcrcField.LENGTH;
    }

    private boolean migReq() {
        return cause != null
                ? Bth.migReq(cause, info.bthOffset)
                : (form() & PathFeedback.FORM_MIG_REQ) != 0;
    }

    /** Form of the frames of the source whose path this is. */
    private int form() {
        return mft.pathFeedback().form(mft.feedbackId(row));
    }

    private int qpn() {
        return mft.isHost(row) ? mft.qpn(row) : Bth.VIRTUAL_QPN;
    }

    private static int congestionBits(final int flags) {
        return ((flags & GroupFeedback.FECN) != 0 ? Bth.FECN : 0)
                | ((flags & GroupFeedback.BECN) != 0 ? Bth.BECN : 0);
    }
}
