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
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the headers of copies. {@link #begin} takes a frame once, then {@link #write} writes the
 * headers of one path's copy to the place where the copy needs them.
 *
 * <p>A copy for a host changes these fields (docs/protocol.md, Copies): MAC addresses, source
 * address to the group's, destination address and QPN to the member's, VA and R_Key of the RETH,
 * and with them IPv4 checksum, a non-zero UDP checksum and the ICRC. All other bytes leave as they
 * came. A next-hop switch gets the frame as it came, but for the MAC addresses.
 */
public final class HeaderBridge implements AutoCloseable {
    /** Bytes that {@link #write} may write: two tags, IPv6 and RETH are 106, one tag more 110. */
    public static final int ROOM = 128;

    private static final int VID_MASK = 0xFFF;

    private final Mft mft;
    private final IcrcWords words;
    private final PlainHeaders plain;
    private final PlainRun run;
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
    private int udpChecksum;
    private boolean isPlain;

    private int copyIcrc;

    /**
     * @param mft whose rows hold the changes of a path; no other bridge keeps ICRC words in them
     * @param switchMac source MAC of every copy, low 48 bits
     * @param prefix6 first 12 bytes of an IPv6 group's address, or null
     * @param deltaEntries of the cache of ICRC words by source
     */
    public HeaderBridge(
            final Mft mft, final long switchMac, final byte[] prefix6, final int deltaEntries) {
        this.mft = mft;
        this.switchMac = switchMac;
        this.words = new IcrcWords(mft, deltaEntries);
        this.plain = new PlainHeaders(switchMac);
        this.run = new PlainRun(mft, plain, words);
        if (prefix6 != null) {
            groupAddress6.putBytes(0, prefix6, 0, 12);
        }
    }

    /** Gives the memory of kept ICRC words back: nothing may be written any more. */
    @Override
    public void close() {
        words.close();
    }

    /**
     * Takes a frame that goes to a group.
     *
     * @param slot of the group
     * @param ingressPath index of the path that the frame came on
     * @param ingress holds the frame; used until the next call
     * @param ingressInfo of the frame
     */
    public void begin(
            final int slot,
            final int ingressPath,
            final DirectBuffer ingress,
            final FrameInfo ingressInfo) {
        // A reference that stays is not written: the collector would be told of it each time.
        if (frame != ingress) {
            frame = ingress;
        }
        if (info != ingressInfo) {
            info = ingressInfo;
        }
        mcstId = mft.mcstId(slot);
        words.begin(mft.row(slot, ingressPath), mcstId, ingress, ingressInfo);
        final boolean wasPlain = isPlain;
        isPlain = plain.begin(ingress, ingressInfo, Integer.reverseBytes(mcstId));
        // Plain frames have one layout.
        if (!wasPlain || !isPlain) {
            layOut(slot);
        }
    }

    private void layOut(final int slot) {
        final int start = info.frameOffset;
        bth = info.bthOffset - start;
        reth = info.rethOffset < 0 ? -1 : info.rethOffset - start;
        length = reth < 0 ? bth + Bth.LENGTH : reth + Reth.LENGTH;
        l3 = info.l3Offset - start;
        udp = info.udpOffset - start;
        udpChecksum = Udp.checksum(frame, info.udpOffset);
        memoryBase = mft.memoryBase(slot);
        if (info.ipVersion == 6) {
            groupAddress6.putInt(12, mcstId, BIG_ENDIAN);
        }
    }

    /**
     * Whether a WRITE stays inside a member's registered memory. Frames without RETH always do. A
     * WRITE of no bytes does too, because its address and key are not used.
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
     * Writes the headers of a path's copy.
     *
     * @param row of the path
     * @param to takes them, outside of the Java heap
     * @param at offset of the first byte; {@link #ROOM} bytes from there on may change
     * @return bytes of the headers; {@link #icrc()} is the copy's
     */
    public int write(final int row, final UnsafeBuffer to, final int at) {
        if (isPlain && mft.isHostThatKeepsTags(row)) {
            to.boundsCheck(at, PlainHeaders.LENGTH);
            plain.write(mft.rowAddress(row), to.addressOffset() + at);
            copyIcrc = words.icrc4(row, mcstId);
            return PlainHeaders.LENGTH;
        }
        final int pushed = link(row, to, at);
        if (mft.isHost(row)) {
            toHost(row, to, at + pushed);
        } else {
            copyIcrc = Icrc.load(frame, info.icrcOffset);
        }
        return length + pushed;
    }

    /** Whether the frame's copies may leave by {@link #run()}. */
    boolean isPlain() {
        return isPlain;
    }

    /** Sends copies of a plain frame to paths that need nothing else. */
    PlainRun run() {
        return run;
    }

    /** Makes headers that begin as the frame's those of a member host. */
    private void toHost(final int row, final UnsafeBuffer to, final int at) {
        Bth.destQpn(to, at + bth, mft.qpn(row));
        int icrc;
        if (info.ipVersion == 4) {
            icrc = words.icrc4(row, mcstId);
            final int member = mft.ipLow(row);
            int checksum = Ipv4.checksum(frame, info.l3Offset);
            checksum = InternetChecksum.update32(checksum, info.srcIp, mcstId);
            checksum = InternetChecksum.update32(checksum, info.dstIp, member);
            Ipv4.src(to, at + l3, mcstId);
            Ipv4.dst(to, at + l3, member);
            Ipv4.checksum(to, at + l3, checksum);
        } else {
            icrc = words.icrc6(row, groupAddress6);
            to.putBytes(at + l3 + Ipv6.SRC_OFFSET, groupAddress6, 0, 16);
            to.putBytes(at + l3 + Ipv6.DST_OFFSET, mft.rows(), mft.ip6Offset(row), 16);
        }
        if (reth >= 0) {
            final long va = Reth.va(frame, info.rethOffset) - memoryBase + mft.va(row);
            Reth.va(to, at + reth, va);
            Reth.rKey(to, at + reth, mft.rkey(row));
            icrc ^= words.rethWord(to, at + reth, frame, info);
        }
        if (udpChecksum != 0) {
            patchUdpChecksum(to, at, icrc);
        }
        copyIcrc = icrc;
    }

    /**
     * Bytes of the ingress frame that the copy's headers stand for: its tail begins behind them.
     */
    public int replaced() {
        return length;
    }

    /** ICRC of the copy whose headers were written last, as CRC-32 value. */
    public int icrc() {
        return copyIcrc;
    }

    /**
     * Copies the frame's headers with the MAC addresses and the tag of a path.
     *
     * @return bytes by which what follows the MAC addresses lies further back than in the frame
     */
    private int link(final int row, final UnsafeBuffer to, final int at) {
        final int start = info.frameOffset;
        final int vlanId = mft.vlanId(row);
        to.putBytes(at + Ethernet.DST_MAC_OFFSET, mft.rows(), mft.macOffset(row), 6);
        to.putShort(at + Ethernet.SRC_MAC_OFFSET, (short) (switchMac >>> 32), BIG_ENDIAN);
        to.putInt(at + Ethernet.SRC_MAC_OFFSET + 2, (int) switchMac, BIG_ENDIAN);
        final int type = Ethernet.ETHER_TYPE_OFFSET;
        final boolean pushes = vlanId >= 0 && info.vlanTags == 0;
        final int pushed = pushes ? Vlan.LENGTH : 0;
        to.putBytes(at + type + pushed, frame, start + type, length - type);
        if (pushes) {
            to.putShort(at + type, (short) Vlan.TPID_8021Q, BIG_ENDIAN);
            to.putShort(at + Ethernet.LENGTH, (short) vlanId, BIG_ENDIAN);
        } else if (vlanId >= 0) {
            final int tci = Vlan.tci(frame, start + type) & ~VID_MASK | vlanId;
            to.putShort(at + Ethernet.LENGTH, (short) tci, BIG_ENDIAN);
        }
        return pushed;
    }

    /**
     * RFC 1624 over everything under the UDP checksum that a copy changes: the pseudo header's
     * addresses, DestQP, RETH, and the ICRC itself. All of it begins at even offsets of the
     * datagram.
     */
    private void patchUdpChecksum(final UnsafeBuffer to, final int at, final int icrc) {
        int checksum = udpChecksum;
        final int addresses = info.ipVersion == 4 ? l3 + Ipv4.SRC_OFFSET : l3 + Ipv6.SRC_OFFSET;
        checksum = patch(checksum, to, at, addresses, udp - addresses);
        checksum = patch(checksum, to, at, bth + Bth.CONGESTION_OFFSET, 4);
        if (reth >= 0) {
            checksum = patch(checksum, to, at, reth, Reth.R_KEY_OFFSET + 4);
        }
        final int old = Icrc.load(frame, info.icrcOffset);
        checksum =
                Udp.updateChecksum(checksum, Integer.reverseBytes(old), Integer.reverseBytes(icrc));
        Udp.checksum(to, at + udp, checksum);
    }

    private int patch(
            final int checksum,
            final UnsafeBuffer to,
            final int at,
            final int from,
            final int bytes) {
        int patched = checksum;
        for (int i = from; i < from + bytes; i += 4) {
            patched =
                    Udp.updateChecksum(
                            patched,
                            frame.getInt(info.frameOffset + i, BIG_ENDIAN),
                            to.getInt(at + i, BIG_ENDIAN));
        }
        return patched;
    }
}
