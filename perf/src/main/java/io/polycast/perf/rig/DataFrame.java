package io.polycast.perf.rig;

import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Udp;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The data frame of a source: one message per packet, so that any packet may ask for an ACK. Group, PSN, AckReq
 * and a stamp in the first eight bytes of payload change from frame to frame; checksum and ICRC stay right.
 * For one thread.
 */
public final class DataFrame {
    /** Bytes of a frame beside its payload, without FCS. */
    public static final int OVERHEAD =
            Ethernet.LENGTH + Ipv4.LENGTH + Udp.LENGTH + Bth.LENGTH + Integer.BYTES;

    /** Least payload: a stamp. */
    public static final int LEAST_PAYLOAD = Long.BYTES;

    private static final int L3 = Ethernet.LENGTH;
    private static final int BTH = L3 + Ipv4.LENGTH + Udp.LENGTH;
    private static final int ACK_REQ = BTH + Bth.ACK_REQ_OFFSET;
    private static final int PSN = BTH + Bth.PSN_OFFSET;
    private static final int DST = L3 + Ipv4.DST_OFFSET;
    private static final int STAMP = BTH + Bth.LENGTH;
    private static final int ACK_REQ_BIT = 0x80;

    private final PatchedFrame frame;

    /**
     * A frame between addresses of the caller's.
     *
     * @param srcMac 48 bits
     * @param dstMac 48 bits
     * @param src IPv4 address of the sender as an int in network order
     * @param group IPv4 address of the group as an int in network order
     * @param payloadLength in bytes, at least {@link #LEAST_PAYLOAD}, a multiple of four
     */
    public DataFrame(
            final long srcMac,
            final long dstMac,
            final int src,
            final int group,
            final int payloadLength) {
        if (payloadLength < LEAST_PAYLOAD || payloadLength % 4 != 0) {
            throw new IllegalArgumentException(
                    "payload of " + payloadLength + " bytes is no multiple of 4 from 8 on");
        }
        final byte[] bytes =
                RoceFrame.ipv4()
                        .srcMac(srcMac)
                        .dstMac(dstMac)
                        .src(src)
                        .dst(group)
                        .udpSourcePort(0xC123)
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .payload(new byte[payloadLength])
                        .build();
        frame =
                new PatchedFrame(
                        bytes, DST + 1, DST + 2, DST + 3, ACK_REQ, PSN, PSN + 1, PSN + 2, STAMP,
                        STAMP + 1, STAMP + 2, STAMP + 3, STAMP + 4, STAMP + 5, STAMP + 6,
                        STAMP + 7);
    }

    /** The rig's source to the rig's first group. */
    static DataFrame ofRig(final int payloadLength) {
        return new DataFrame(
                RigAddresses.mac(0),
                RigAddresses.SWITCH_MAC,
                RigAddresses.ip(0),
                RigAddresses.mcstId(0),
                payloadLength);
    }

    /** Directs the frame to another group, which shares the first byte of the address. */
    void group(final int mcstId) {
        final DirectBuffer buffer = frame.buffer();
        final int before = buffer.getInt(DST, ByteOrder.BIG_ENDIAN);
        if (before == mcstId) {
            return;
        }
        final int checksum = Ipv4.checksum(buffer, L3);
        frame.putUint24(DST + 1, mcstId & 0xFF_FFFF);
        frame.buffer()
                .putShort(
                        L3 + Ipv4.CHECKSUM_OFFSET,
                        (short) InternetChecksum.update32(checksum, before, mcstId),
                        ByteOrder.BIG_ENDIAN);
    }

    /**
     * Makes the frame the next one; its ICRC is right after this call.
     *
     * @param psn 24 bits
     * @param ackReq whether receivers are to answer
     */
    public void next(final int psn, final boolean ackReq) {
        frame.putUint24(PSN, psn);
        frame.putByte(ACK_REQ, ackReq ? ACK_REQ_BIT : 0);
        frame.seal();
    }

    /**
     * As above, with a stamp.
     *
     * @param psn 24 bits
     * @param ackReq whether receivers are to answer
     * @param stamp any value
     */
    public void next(final int psn, final boolean ackReq, final long stamp) {
        frame.putLong(STAMP, stamp);
        next(psn, ackReq);
    }

    /**
     * @return where the frame lies, from index 0 on
     */
    public DirectBuffer buffer() {
        return frame.buffer();
    }

    /**
     * @return its length in bytes, without FCS
     */
    public int length() {
        return frame.length();
    }

    /**
     * @param copy holds a copy of such a frame without VLAN tag
     * @param offset of its first byte
     * @return its stamp
     */
    public static long stamp(final DirectBuffer copy, final int offset) {
        return copy.getLong(offset + STAMP, ByteOrder.BIG_ENDIAN);
    }

    /** PSN of a frame over IPv4 without VLAN tag. */
    static int psn(final DirectBuffer frame, final int offset) {
        return Bth.psn(frame, offset + BTH);
    }

    /** AckReq of a frame over IPv4 without VLAN tag. */
    static boolean ackReq(final DirectBuffer frame, final int offset) {
        return Bth.ackReq(frame, offset + BTH);
    }

    /** Opcode of a frame over IPv4 without VLAN tag. */
    static int opcode(final DirectBuffer frame, final int offset) {
        return Bth.opcode(frame, offset + BTH);
    }
}
