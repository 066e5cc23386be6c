package io.polycast.mft.bridge;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the headers of one copy after the other: {@link #begin} takes a frame's headers once, then
 * {@link #toHost} or {@link #toSwitch} make them those of a path. Every field that a path changes is
 * written for every path, so that nothing is left over from the one before.
 *
 * <p>What a copy for a host changes (protocol notes, section 8): MAC addresses, source address to the
 * group's, destination address and QPN to the member's, VA and R_Key of the RETH, and with them IPv4
 * checksum, a non-zero UDP checksum and the ICRC. All else leaves as it came.
 */
public final class HeaderBridge {
    /** Room for the longest headers (two tags, IPv6, RETH: 106 bytes) and one tag more. */
    private static final int CAPACITY = 128;

    private static final int VID_MASK = 0xFFF;

    private final Mft mft;
    private final IcrcWords words;
    private final UnsafeBuffer header =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(CAPACITY, 64));
    private final UnsafeBuffer tagged =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(CAPACITY, 64));
    private final long switchMac;
    private final UnsafeBuffer groupAddress6 = new UnsafeBuffer(new byte[16]);

    private DirectBuffer frame;
    private FrameInfo info;
    private int length;
    private int l3;
    private int udp;
    private int bth;
    private int reth;
    private int mcstId;
    private long memoryBase;
    private int frameIcrc;
    private int frameTci;

    private DirectBuffer copyHeader;
    private int copyLength;
    private int copyIcrc;

    /**
     * @param mft whose rows say what a path changes
     * @param switchMac source MAC of every copy, low 48 bits
     * @param prefix6 first 12 bytes of an IPv6 group's address, or null
     * @param deltaEntries of the cache of ICRC words
     */
    public HeaderBridge(
            final Mft mft, final long switchMac, final byte[] prefix6, final int deltaEntries) {
        this.mft = mft;
        this.switchMac = switchMac;
        this.words = new IcrcWords(mft, deltaEntries);
        if (prefix6 != null) {
            groupAddress6.putBytes(0, prefix6, 0, 12);
        }
    }

    /**
     * Takes the headers of a frame that goes to a group.
     *
     * @param slot of the group
     * @param ingress holds the frame; used until the next call
     * @param ingressInfo of the frame
     */
    public void begin(final int slot, final DirectBuffer ingress, final FrameInfo ingressInfo) {
        frame = ingress;
        info = ingressInfo;
        final int start = info.frameOffset;
        l3 = info.l3Offset - start;
        udp = info.udpOffset - start;
        bth = info.bthOffset - start;
        reth = info.rethOffset < 0 ? -1 : info.rethOffset - start;
        length = reth < 0 ? bth + Bth.LENGTH : reth + Reth.LENGTH;
        mcstId = mft.mcstId(slot);
        memoryBase = mft.memoryBase(slot);
        frameIcrc = Icrc.load(frame, info.icrcOffset);
        frameTci = info.vlanTags == 0 ? 0 : Vlan.tci(frame, start + Ethernet.ETHER_TYPE_OFFSET);
        header.putBytes(0, frame, start, length);
        writeSwitchMac();
        if (info.ipVersion == 6) {
            groupAddress6.putInt(12, mcstId, BIG_ENDIAN);
            words.source(
                    frame.getLong(info.l3Offset + Ipv6.SRC_OFFSET),
                    frame.getLong(info.l3Offset + 16));
        } else {
            words.source(0, info.srcIp);
        }
    }

    /**
     * Whether a WRITE stays inside a member's registered memory. Frames without RETH always do, and so
     * does a WRITE of no bytes: nobody looks at its address or key.
     *
     * @param row of the path
     * @return false when the member has no memory, or the WRITE leaves it
     */
    public boolean isInBounds(final int row) {
        if (reth < 0 || !mft.isHost(row)) {
            return true;
        }
        final long bytes = Reth.dmaLength(frame, info.rethOffset);
        if (bytes == 0) {
            return true;
        }
        if (!mft.hasMemory(row)) {
            return false;
        }
        final long limit = mft.memoryLength(row);
        final long start = Reth.va(frame, info.rethOffset) - memoryBase;
        // Bytes are below 2^32, so that limit - bytes cannot wrap for any limit >= 0.
        return limit == 0 || start >= 0 && start <= limit - bytes;
    }

    /**
     * Makes the headers those of a member host's copy.
     *
     * @param row of the path
     */
    public void toHost(final int row) {
        header.putBytes(Ethernet.DST_MAC_OFFSET, mft.rows(), mft.macOffset(row), 6);
        Bth.destQpn(header, bth, mft.qpn(row));
        int icrc = frameIcrc;
        if (info.ipVersion == 4) {
            icrc ^= words.word4(row, mcstId, info);
            final int member = mft.ipLow(row);
            int checksum = Ipv4.checksum(frame, info.l3Offset);
            checksum = InternetChecksum.update32(checksum, info.srcIp, mcstId);
            checksum = InternetChecksum.update32(checksum, info.dstIp, member);
            Ipv4.src(header, l3, mcstId);
            Ipv4.dst(header, l3, member);
            Ipv4.checksum(header, l3, checksum);
        } else {
            icrc ^= words.word6(row, groupAddress6, frame, info);
            header.putBytes(l3 + Ipv6.SRC_OFFSET, groupAddress6, 0, 16);
            header.putBytes(l3 + Ipv6.DST_OFFSET, mft.rows(), mft.ip6Offset(row), 16);
        }
        if (reth >= 0) {
            final long va = Reth.va(frame, info.rethOffset) - memoryBase + mft.va(row);
            Reth.va(header, reth, va);
            Reth.rKey(header, reth, mft.rkey(row));
            icrc ^= words.rethWord(header, reth, frame, info);
        }
        if (Udp.checksum(frame, info.udpOffset) != 0) {
            patchUdpChecksum(icrc);
        }
        finish(row, icrc);
    }

    /**
     * Makes the headers those of a next-hop switch's copy: as they came, but for the MAC addresses.
     *
     * @param row of the path
     */
    public void toSwitch(final int row) {
        header.putBytes(0, frame, info.frameOffset, length);
        writeSwitchMac();
        header.putBytes(Ethernet.DST_MAC_OFFSET, mft.rows(), mft.macOffset(row), 6);
        finish(row, frameIcrc);
    }

    /** Holds the headers of the copy, from its first byte on. */
    public DirectBuffer header() {
        return copyHeader;
    }

    /** Bytes of the copy's headers. */
    public int headerLength() {
        return copyLength;
    }

    /** Bytes of the ingress frame that the copy's headers stand for: its tail begins behind them. */
    public int replaced() {
        return length;
    }

    /** ICRC of the copy, as CRC-32 value. */
    public int icrc() {
        return copyIcrc;
    }

    private void finish(final int row, final int icrc) {
        copyIcrc = icrc;
        copyHeader = header;
        copyLength = length;
        final int vlanId = mft.vlanId(row);
        if (info.vlanTags > 0) {
            final int tci = vlanId < 0 ? frameTci : frameTci & ~VID_MASK | vlanId;
            header.putShort(Ethernet.LENGTH, (short) tci, BIG_ENDIAN);
        } else if (vlanId >= 0) {
            pushTag(vlanId);
        }
    }

    private void pushTag(final int vlanId) {
        tagged.putBytes(0, header, 0, Ethernet.ETHER_TYPE_OFFSET);
        tagged.putShort(Ethernet.ETHER_TYPE_OFFSET, (short) Vlan.TPID_8021Q, BIG_ENDIAN);
        tagged.putShort(Ethernet.LENGTH, (short) vlanId, BIG_ENDIAN);
        final int rest = length - Ethernet.ETHER_TYPE_OFFSET;
        tagged.putBytes(
                Ethernet.ETHER_TYPE_OFFSET + Vlan.LENGTH, header, Ethernet.ETHER_TYPE_OFFSET, rest);
        copyHeader = tagged;
        copyLength = length + Vlan.LENGTH;
    }

    private void writeSwitchMac() {
        header.putShort(Ethernet.SRC_MAC_OFFSET, (short) (switchMac >>> 32), BIG_ENDIAN);
        header.putInt(Ethernet.SRC_MAC_OFFSET + 2, (int) switchMac, BIG_ENDIAN);
    }

    /**
     * RFC 1624 over everything under the UDP checksum that a copy changes: the pseudo header's
     * addresses, DestQP, RETH, and the ICRC itself. All of it begins at even offsets of the datagram.
     */
    private void patchUdpChecksum(final int icrc) {
        int checksum = Udp.checksum(frame, info.udpOffset);
        final int start = info.frameOffset;
        final int addresses = info.ipVersion == 4 ? l3 + Ipv4.SRC_OFFSET : l3 + Ipv6.SRC_OFFSET;
        checksum = patch(checksum, addresses, start, udp - addresses);
        checksum = patch(checksum, bth + Bth.CONGESTION_OFFSET, start, 4);
        if (reth >= 0) {
            checksum = patch(checksum, reth, start, Reth.R_KEY_OFFSET + 4);
        }
        checksum =
                Udp.updateChecksum(
                        checksum, Integer.reverseBytes(frameIcrc), Integer.reverseBytes(icrc));
        final MutableDirectBuffer target = header;
        Udp.checksum(target, udp, checksum);
    }

    private int patch(final int checksum, final int at, final int start, final int bytes) {
        int patched = checksum;
        for (int i = at; i < at + bytes; i += 4) {
            patched =
                    Udp.updateChecksum(
                            patched,
                            frame.getInt(start + i, BIG_ENDIAN),
                            header.getInt(i, BIG_ENDIAN));
        }
        return patched;
    }
}
