package io.polycast.endhost.wire;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Udp;
import org.agrona.DirectBuffer;

/**
 * Decides whether a frame belongs to this connection. The checks are those of the Linux soft-RoCE
 * driver, which drops silently, and on request the check of MigReq. Version, lengths and the IP
 * header checksum are the classifier's.
 */
public final class Admission {
    private final QpSettings settings;
    private final Icrc icrc;
    private final boolean v4;
    private final long localMac;
    private final int vlanId;
    private final long localHigh;
    private final long localLow;
    private final long remoteHigh;
    private final long remoteLow;

    /**
     * @param settings of the queue pair
     * @param icrc of this thread
     */
    public Admission(final QpSettings settings, final Icrc icrc) {
        this.settings = settings;
        this.icrc = icrc;
        v4 = settings.address().ipVersion() == 4;
        localMac = settings.address().localMac();
        vlanId = settings.vlanTci() < 0 ? 0 : settings.vlanTci() & 0xFFF;
        final byte[] local = settings.address().localIp().getAddress();
        final byte[] remote = settings.address().remoteIp().getAddress();
        localHigh = v4 ? 0 : word(local, 0, 8);
        localLow = v4 ? word(local, 0, 4) : word(local, 8, 8);
        remoteHigh = v4 ? 0 : word(remote, 0, 8);
        remoteLow = v4 ? word(remote, 0, 4) : word(remote, 8, 8);
    }

    /**
     * @param frame that was classified
     * @param info of the frame
     * @return the reason to drop the frame, or null when it is this connection's
     */
    public QpCounter refusal(final DirectBuffer frame, final FrameInfo info) {
        switch (info.kind) {
            case FrameKind.MALFORMED:
                return QpCounter.MALFORMED;
            case FrameKind.ROCE_DATA:
            case FrameKind.ROCE_ACK:
            case FrameKind.ROCE_CNP:
            case FrameKind.ROCE_REFUSED:
                break;
            default:
                return QpCounter.NOT_ROCE;
        }
        if (!addressed(frame, info)) {
            return QpCounter.WRONG_ADDRESS;
        }
        if (info.destQpn != settings.address().localQpn()) {
            return QpCounter.WRONG_QPN;
        }
        if (!Udp.isChecksumRight(frame, info.l3Offset, info.ipVersion, info.udpOffset)) {
            return QpCounter.BAD_UDP_CHECKSUM;
        }
        if (!keyMatches(Bth.pKey(frame, info.bthOffset))) {
            return QpCounter.WRONG_PKEY;
        }
        if (settings.migReq() && !Bth.migReq(frame, info.bthOffset)) {
            return QpCounter.WRONG_MIG_REQ;
        }
        if (settings.verifyIcrc() && !info.icrcVerified && !isIcrcRight(frame, info)) {
            return QpCounter.BAD_ICRC;
        }
        return null;
    }

    /**
     * @param frame that was admitted
     * @param info of the frame
     * @return whether its IP header says congestion experienced (RFC 3168)
     */
    public boolean congestionExperienced(final DirectBuffer frame, final FrameInfo info) {
        final int l3 = info.l3Offset;
        final int trafficClass = v4 ? Ipv4.tos(frame, l3) : Ipv6.trafficClass(frame, l3);
        return (trafficClass & 3) == 3;
    }

    private boolean isIcrcRight(final DirectBuffer frame, final FrameInfo info) {
        return settings.virtualPayload() && info.kind == FrameKind.ROCE_DATA
                ? icrc.verifyZeros(frame, info)
                : icrc.verify(frame, info);
    }

    private boolean addressed(final DirectBuffer frame, final FrameInfo info) {
        final long mac = Ethernet.dstMac(frame, info.frameOffset);
        if (mac != localMac && mac != Ethernet.BROADCAST) {
            return false;
        }
        // A priority tag (VLAN 0) is as good as none.
        if (Math.max(info.vlanId, 0) != vlanId) {
            return false;
        }
        if (v4) {
            return info.ipVersion == 4
                    && info.dstIp == (int) localLow
                    && info.srcIp == (int) remoteLow;
        }
        final int l3 = info.l3Offset;
        return info.ipVersion == 6
                && Ipv6.srcHigh(frame, l3) == remoteHigh
                && Ipv6.srcLow(frame, l3) == remoteLow
                && Ipv6.dstHigh(frame, l3) == localHigh
                && Ipv6.dstLow(frame, l3) == localLow;
    }

    /** Low 15 bits equal and not zero, and at least one side is a full member (bit 15). */
    private boolean keyMatches(final int key) {
        final int own = settings.pKey();
        return ((key ^ own) & 0x7FFF) == 0 && (key & 0x7FFF) != 0 && ((key | own) & 0x8000) != 0;
    }

    private static long word(final byte[] bytes, final int from, final int count) {
        long word = 0;
        for (int i = from; i < from + count; i++) {
            word = word << 8 | bytes[i] & 0xFF;
        }
        return word;
    }
}
