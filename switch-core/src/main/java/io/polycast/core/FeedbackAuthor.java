package io.polycast.core;

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
 * defined here (protocol notes, section 8). TOS or traffic class, UDP source port and priority are
 * those of the frame that caused it. VLAN and, when no frame caused it, IP version are those in which
 * the source sends: a receiver's VLAN may be another. M is that of the frame that caused it, else of the
 * source's last data: devices without path migration send 1 and expect it in every packet.
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
     * Writes an ACK or NAK to the source's path.
     *
     * @param cause holds the frame that caused it, null when a timer did
     * @return length of the frame
     */
    int acknowledge(
            final int slot,
            final int row,
            final DirectBuffer cause,
            final FrameInfo info,
            final int psn,
            final int syndrome,
            final int msn,
            final int congestionFlags) {
        final int l3 = ethernet(row, cause, info);
        final int udp = ip(slot, row, cause, info, l3, Bth.LENGTH + Aeth.LENGTH);
        final int congestion = congestionBits(congestionFlags);
        Bth.write(
                frame,
                bth,
                Opcode.ACKNOWLEDGE,
                migReq(row, cause, info) ? Bth.MIG_REQ : 0,
                Bth.DEFAULT_P_KEY,
                congestion,
                qpn(row),
                false,
                psn);
        Aeth.write(frame, bth + Bth.LENGTH, syndrome, msn);
        return seal(l3, udp, Bth.LENGTH + Aeth.LENGTH);
    }

    /** Writes a CNP to the source's path; returns its length. */
    int notifyCongestion(
            final int slot, final int row, final DirectBuffer cause, final FrameInfo info) {
        final int l3 = ethernet(row, cause, info);
        final int udp = ip(slot, row, cause, info, l3, Cnp.LENGTH);
        Cnp.write(frame, bth, Bth.DEFAULT_P_KEY, qpn(row));
        Bth.migReq(frame, bth, migReq(row, cause, info));
        return seal(l3, udp, Cnp.LENGTH);
    }

    private int ethernet(final int row, final DirectBuffer cause, final FrameInfo info) {
        frame.putBytes(Ethernet.DST_MAC_OFFSET, mft.rows(), mft.macOffset(row), 6);
        Ethernet.srcMac(frame, 0, switchMac);
        final int at = Ethernet.ETHER_TYPE_OFFSET;
        final int form = form(row);
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

    private int ip(
            final int slot,
            final int row,
            final DirectBuffer cause,
            final FrameInfo info,
            final int l3,
            final int transportLength) {
        final int udpLength = Udp.LENGTH + transportLength + IcrcField.LENGTH;
        final boolean toHost = mft.isHost(row);
        final int udp;
        ipVersion =
                cause != null ? info.ipVersion : (form(row) & PathFeedback.FORM_IPV6) != 0 ? 6 : 4;
        if (ipVersion == 6) {
            Ethernet.etherType(frame, l3 - 2 - Ethernet.ETHER_TYPE_OFFSET, Ethernet.TYPE_IPV6);
            group6.putInt(12, mft.mcstId(slot), BIG_ENDIAN);
            final int trafficClass = cause == null ? 0 : Ipv6.trafficClass(cause, info.l3Offset);
            Ipv6.write(frame, l3, trafficClass, 0, udpLength, Ipv4.PROTOCOL_UDP, TTL);
            frame.putBytes(l3 + Ipv6.SRC_OFFSET, group6, 0, 16);
            if (toHost) {
                frame.putBytes(l3 + Ipv6.DST_OFFSET, mft.rows(), mft.ip6Offset(row), 16);
            } else {
                frame.putBytes(l3 + Ipv6.DST_OFFSET, group6, 0, 16);
            }
            udp = l3 + Ipv6.LENGTH;
        } else {
            Ethernet.etherType(frame, l3 - 2 - Ethernet.ETHER_TYPE_OFFSET, Ethernet.TYPE_IPV4);
            final int tos = cause == null ? 0 : Ipv4.tos(cause, info.l3Offset);
            final int mcstId = mft.mcstId(slot);
            Ipv4.write(
                    frame,
                    l3,
                    tos,
                    Ipv4.LENGTH + udpLength,
                    0,
                    Ipv4.DONT_FRAGMENT,
                    TTL,
                    Ipv4.PROTOCOL_UDP,
                    mcstId,
                    toHost ? mft.ipLow(row) : mcstId);
            udp = l3 + Ipv4.LENGTH;
        }
        final int sourcePort = cause == null ? 0xC000 : Udp.srcPort(cause, info.udpOffset);
        Udp.write(frame, udp, sourcePort, Udp.PORT_ROCE, udpLength);
        bth = udp + Udp.LENGTH;
        return udp;
    }

    private int seal(final int l3, final int udp, final int transportLength) {
        final int icrcOffset = udp + Udp.LENGTH + transportLength;
        Icrc.store(frame, icrcOffset, icrc.compute(frame, ipVersion, l3, icrcOffset));
        return icrcOffset + IcrcField.LENGTH;
    }

    private boolean migReq(final int row, final DirectBuffer cause, final FrameInfo info) {
        return cause != null
                ? Bth.migReq(cause, info.bthOffset)
                : (form(row) & PathFeedback.FORM_MIG_REQ) != 0;
    }

    /** Form of the frames of the source whose path this is. */
    private int form(final int row) {
        return mft.pathFeedback().form(mft.feedbackId(row));
    }

    private int qpn(final int row) {
        return mft.isHost(row) ? mft.qpn(row) : Bth.VIRTUAL_QPN;
    }

    private static int congestionBits(final int flags) {
        return ((flags & GroupFeedback.FECN) != 0 ? Bth.FECN : 0)
                | ((flags & GroupFeedback.BECN) != 0 ? Bth.BECN : 0);
    }
}
