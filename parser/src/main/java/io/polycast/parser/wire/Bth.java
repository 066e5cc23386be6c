package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Base transport header (IBTA volume 1, 9.2), 12 bytes, big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |    OpCode     |S|M|Pad| TVer  |             P_Key             |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |F|B|  reserved |                Destination QPN                |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |A|  reserved   |                      PSN                      |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>S solicited event, M migration request, F FECN, B BECN, A acknowledge request. The byte with F
 * and B is masked in the ICRC, the byte with A is not.
 */
public final class Bth {
    /** Bytes of the header. */
    public static final int LENGTH = 12;

    public static final int OPCODE_OFFSET = 0;
    public static final int FLAGS_OFFSET = 1;
    public static final int P_KEY_OFFSET = 2;
    public static final int CONGESTION_OFFSET = 4;
    public static final int DEST_QPN_OFFSET = 5;
    public static final int ACK_REQ_OFFSET = 8;
    public static final int PSN_OFFSET = 9;

    /** Solicited event, in the byte at {@link #FLAGS_OFFSET}. */
    public static final int SOLICITED = 0x80;

    /** Migration request, in the same byte. */
    public static final int MIG_REQ = 0x40;

    /** FECN, in the byte at {@link #CONGESTION_OFFSET}. */
    public static final int FECN = 0x80;

    /** BECN, in the same byte. */
    public static final int BECN = 0x40;

    /** AckReq, in the byte at {@link #ACK_REQ_OFFSET}. */
    public static final int ACK_REQ = 0x80;

    /**
     * Destination QPN of every frame to a group: the virtual remote end (Cepheus, section III-A).
     */
    public static final int VIRTUAL_QPN = 1;

    /** P_Key of the default partition, full member. */
    public static final int DEFAULT_P_KEY = 0xFFFF;

    private Bth() {}

    /** OpCode, in [0, 256). */
    public static int opcode(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + OPCODE_OFFSET) & 0xFF;
    }

    /** Solicited event bit. */
    public static boolean solicited(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + FLAGS_OFFSET) & SOLICITED) != 0;
    }

    /** Migration request bit. */
    public static boolean migReq(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + FLAGS_OFFSET) & MIG_REQ) != 0;
    }

    /** Pad bytes behind the payload, in [0, 4). */
    public static int padCount(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + FLAGS_OFFSET) >>> 4 & 3;
    }

    /** Transport header version, 0 in a right header. */
    public static int version(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + FLAGS_OFFSET) & 0xF;
    }

    /** Partition key, 16 bits. */
    public static int pKey(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + P_KEY_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Forward congestion bit. */
    public static boolean fecn(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + CONGESTION_OFFSET) & FECN) != 0;
    }

    /** Backward congestion bit. */
    public static boolean becn(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + CONGESTION_OFFSET) & BECN) != 0;
    }

    /** Destination QPN, 24 bits. */
    public static int destQpn(final DirectBuffer buffer, final int offset) {
        return Uint24.load(buffer, offset + DEST_QPN_OFFSET);
    }

    /** Acknowledge request bit. */
    public static boolean ackReq(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + ACK_REQ_OFFSET) & ACK_REQ) != 0;
    }

    /** Packet sequence number, 24 bits. */
    public static int psn(final DirectBuffer buffer, final int offset) {
        return Uint24.load(buffer, offset + PSN_OFFSET);
    }

    /** Sets the migration request bit. */
    public static void migReq(
            final MutableDirectBuffer buffer, final int offset, final boolean on) {
        final int others = buffer.getByte(offset + FLAGS_OFFSET) & ~MIG_REQ;
        buffer.putByte(offset + FLAGS_OFFSET, (byte) (on ? others | MIG_REQ : others));
    }

    /** Sets the destination QPN, 24 bits. */
    public static void destQpn(
            final MutableDirectBuffer buffer, final int offset, final int destQpn) {
        Uint24.store(buffer, offset + DEST_QPN_OFFSET, destQpn);
    }

    /** Sets the PSN, 24 bits. */
    public static void psn(final MutableDirectBuffer buffer, final int offset, final int psn) {
        Uint24.store(buffer, offset + PSN_OFFSET, psn);
    }

    /** Sets FECN and BECN ({@link #FECN} | {@link #BECN}) and clears the six reserved bits. */
    public static void congestion(
            final MutableDirectBuffer buffer, final int offset, final int bits) {
        buffer.putByte(offset + CONGESTION_OFFSET, (byte) bits);
    }

    /** Sets the acknowledge request bit and clears the seven reserved bits. */
    public static void ackReq(
            final MutableDirectBuffer buffer, final int offset, final boolean on) {
        buffer.putByte(offset + ACK_REQ_OFFSET, (byte) (on ? ACK_REQ : 0));
    }

    /**
     * Writes the whole header; FECN, BECN, AckReq and reserved bits are 0.
     *
     * @param buffer to write to
     * @param offset of the header's first byte
     * @param opcode in [0, 256)
     * @param flags {@link #SOLICITED} | {@link #MIG_REQ} | pad count &lt;&lt; 4
     * @param pKey 16 bits
     * @param destQpn 24 bits
     * @param psn 24 bits
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int opcode,
            final int flags,
            final int pKey,
            final int destQpn,
            final int psn) {
        buffer.putByte(offset + OPCODE_OFFSET, (byte) opcode);
        buffer.putByte(offset + FLAGS_OFFSET, (byte) flags);
        buffer.putShort(offset + P_KEY_OFFSET, (short) pKey, BIG_ENDIAN);
        congestion(buffer, offset, 0);
        destQpn(buffer, offset, destQpn);
        ackReq(buffer, offset, false);
        psn(buffer, offset, psn);
    }
}
