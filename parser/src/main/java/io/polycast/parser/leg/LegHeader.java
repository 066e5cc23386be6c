package io.polycast.parser.leg;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.icrc.FrameCrc;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Header between two nodes, 16 bytes behind EtherType 0x88B5 (IEEE 802 local experimental),
 * big-endian. A DATA header is followed by a whole Ethernet frame of {@link #length} bytes; the
 * other types are followed by padding only.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |Version|  Type |Priority| Lane |              VOQ              |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                           Sequence                            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |             Units             |            Length             |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                            CRC-32                             |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>The CRC covers the first 12 bytes of the header and the frame behind it.
 */
public final class LegHeader {
    /** Bytes of the header. */
    public static final int LENGTH = 16;

    public static final int TYPE_OFFSET = 0;
    public static final int LANE_OFFSET = 1;
    public static final int VOQ_OFFSET = 2;
    public static final int SEQUENCE_OFFSET = 4;
    public static final int UNITS_OFFSET = 8;
    public static final int LENGTH_OFFSET = 10;
    public static final int CRC_OFFSET = 12;

    /** EtherType of all frames between nodes. */
    public static final int ETHER_TYPE = 0x88B5;

    /** Version of this header. */
    public static final int VERSION = 1;

    /** Asks for units at the other node. */
    public static final int REQUEST = 1;

    /** Grants units. */
    public static final int GRANT = 2;

    /** Acknowledges frames. */
    public static final int ACK = 3;

    /** Carries a frame. */
    public static final int DATA = 4;

    /** Stops a lossless lane. */
    public static final int STOP = 5;

    /** Ends a STOP. */
    public static final int GO = 6;

    /** Tells the incarnation of a process, or echoes that of the other. */
    public static final int HELLO = 7;

    /** Units of a HELLO whose sequence is the incarnation of its sender. */
    public static final int HELLO_OWN = 0;

    /** Units of a HELLO whose sequence is the incarnation that its receiver had told. */
    public static final int HELLO_ECHO = 1;

    /** Units of a HELLO that asks the node below to query its hosts for all groups. */
    public static final int HELLO_QUERY = 2;

    private LegHeader() {}

    /** {@link #VERSION}, or one that this build does not know. */
    public static int version(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TYPE_OFFSET) >>> 4 & 0xF;
    }

    /** {@link #REQUEST} to {@link #HELLO}, or something else in [0, 16). */
    public static int type(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TYPE_OFFSET) & 0xF;
    }

    /** Priority, in [0, 16); frames have 0 to 7. */
    public static int priority(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + LANE_OFFSET) >>> 4 & 0xF;
    }

    /** Lane within the priority, in [0, 16): injections so far. */
    public static int lane(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + LANE_OFFSET) & 0xF;
    }

    /** Number of the sender's VOQ, in [0, 65536). */
    public static int voq(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + VOQ_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Sequence number, 32-bit serial (RFC 1982); of a HELLO an incarnation. */
    public static int sequence(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + SEQUENCE_OFFSET, BIG_ENDIAN);
    }

    /**
     * Units of 256 bytes, in [0, 65536). Bit 15 of a REQUEST gives units back. Bit 15 of a GRANT says
     * that the request behind its sequence is missing. Bit 15 of an ACK says that bits 14-5 and 4-0 name
     * missing frames.
     */
    public static int units(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + UNITS_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Bytes of the frame behind the header, in [0, 65536); 0 in all but DATA. */
    public static int length(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + LENGTH_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** CRC as it stands. */
    public static int crc(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + CRC_OFFSET, BIG_ENDIAN);
    }

    /**
     * Writes all fields but the CRC, with {@link #VERSION}.
     *
     * @param buffer to write to
     * @param offset of the header
     * @param type in [1, 7]
     * @param priority in [0, 8)
     * @param lane in [0, 16)
     * @param voq in [0, 65536)
     * @param sequence serial number
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int type,
            final int priority,
            final int lane,
            final int voq,
            final int sequence) {
        buffer.putByte(offset + TYPE_OFFSET, (byte) (VERSION << 4 | type));
        buffer.putByte(offset + LANE_OFFSET, (byte) (priority << 4 | lane));
        buffer.putShort(offset + VOQ_OFFSET, (short) voq, BIG_ENDIAN);
        buffer.putInt(offset + SEQUENCE_OFFSET, sequence, BIG_ENDIAN);
    }

    /**
     * Writes units, length and CRC of a header that is otherwise complete.
     *
     * @param buffer to write to
     * @param offset of the header
     * @param units in [0, 65536)
     * @param length of the frame behind the header in bytes, in [0, 65536)
     * @param frameCrc CRC-32 of that frame; 0 without a frame
     * @param crc computes the CRC of the header
     */
    public static void finish(
            final MutableDirectBuffer buffer,
            final int offset,
            final int units,
            final int length,
            final int frameCrc,
            final FrameCrc crc) {
        buffer.putShort(offset + UNITS_OFFSET, (short) units, BIG_ENDIAN);
        buffer.putShort(offset + LENGTH_OFFSET, (short) length, BIG_ENDIAN);
        final int headerCrc = crc.of(buffer, offset, CRC_OFFSET);
        buffer.putInt(offset + CRC_OFFSET, FrameCrc.join(headerCrc, frameCrc, length), BIG_ENDIAN);
    }

    /**
     * @param buffer holding the header
     * @param offset of its first byte
     * @param frameCrc CRC-32 of the frame behind the header; 0 without a frame
     * @param crc computes the CRC of the header
     * @return whether the CRC holds
     */
    public static boolean isCrcRight(
            final DirectBuffer buffer, final int offset, final int frameCrc, final FrameCrc crc) {
        final int headerCrc = crc.of(buffer, offset, CRC_OFFSET);
        return FrameCrc.join(headerCrc, frameCrc, length(buffer, offset)) == crc(buffer, offset);
    }
}
