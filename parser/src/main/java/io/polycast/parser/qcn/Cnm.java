package io.polycast.parser.qcn;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.Ethernet;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Congestion notification message behind EtherType 0x22E7, big-endian (IEEE 802.1Q, 33.4). A congestion
 * point sends it to the source of a frame, and repeats the beginning of that frame.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |Version|     0     | Feedback  |                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+         CPID (8 bytes)        |
 * |                               +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                               |            QOffset            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |            QDelta             | Pri |            0            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |             Destination MAC of the frame (6 bytes)            |
 * |                               +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                               |       Length of the rest      |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |        The frame behind its addresses, 0 to 64 bytes          |
 * </pre>
 */
public final class Cnm {
    /** EtherType of the message. */
    public static final int ETHER_TYPE = 0x22E7;

    /** Bytes of the message before the part of the frame. */
    public static final int LENGTH = 24;

    /** Most bytes of the frame that a message repeats. */
    public static final int MOST_REPEATED = 64;

    /** Largest feedback: 6 bits. */
    public static final int MAX_FEEDBACK = 63;

    public static final int FEEDBACK_OFFSET = 0;
    public static final int POINT_OFFSET = 2;
    public static final int Q_OFFSET_OFFSET = 10;
    public static final int Q_DELTA_OFFSET = 12;
    public static final int PRIORITY_OFFSET = 14;
    public static final int DST_MAC_OFFSET = 16;
    public static final int REPEATED_LENGTH_OFFSET = 22;

    private static final int PRIORITY_SHIFT = 13;

    private Cnm() {}

    /**
     * Writes what names the congestion point and the queue.
     *
     * @param buffer to write to
     * @param offset of the message
     * @param feedback in [0, 63]: how much the source must slow down
     * @param point identity of the congestion point
     * @param qOffset bytes above the balance in units of 64; cut to 16 bits with a sign
     * @param qDelta change of the queue since the last sample in units of 64 bytes; cut likewise
     */
    public static void writePoint(
            final MutableDirectBuffer buffer,
            final int offset,
            final int feedback,
            final long point,
            final int qOffset,
            final int qDelta) {
        buffer.putShort(offset + FEEDBACK_OFFSET, (short) (feedback & MAX_FEEDBACK), BIG_ENDIAN);
        buffer.putLong(offset + POINT_OFFSET, point, BIG_ENDIAN);
        buffer.putShort(offset + Q_OFFSET_OFFSET, cut(qOffset), BIG_ENDIAN);
        buffer.putShort(offset + Q_DELTA_OFFSET, cut(qDelta), BIG_ENDIAN);
    }

    private static short cut(final int value) {
        return (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
    }

    /**
     * Writes what names the frame.
     *
     * @param buffer to write to
     * @param offset of the message
     * @param priority of the frame, in [0, 7]
     * @param dstMac of the frame
     * @param repeated bytes that follow the message, in [0, 64]
     */
    public static void writeFrame(
            final MutableDirectBuffer buffer,
            final int offset,
            final int priority,
            final long dstMac,
            final int repeated) {
        buffer.putShort(offset + PRIORITY_OFFSET, (short) (priority << PRIORITY_SHIFT), BIG_ENDIAN);
        Ethernet.storeMac(buffer, offset + DST_MAC_OFFSET, dstMac);
        buffer.putShort(offset + REPEATED_LENGTH_OFFSET, (short) repeated, BIG_ENDIAN);
    }

    /** How much the source must slow down, in [0, 63]. */
    public static int feedback(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + FEEDBACK_OFFSET, BIG_ENDIAN) & MAX_FEEDBACK;
    }

    /** Identity of the congestion point. */
    public static long point(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + POINT_OFFSET, BIG_ENDIAN);
    }

    /** Bytes above the balance, in units of 64, signed. */
    public static int qOffset(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + Q_OFFSET_OFFSET, BIG_ENDIAN);
    }

    /** Change of the queue since the last sample in units of 64 bytes, signed. */
    public static int qDelta(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + Q_DELTA_OFFSET, BIG_ENDIAN);
    }

    /** Priority of the frame, in [0, 7]. */
    public static int priority(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + PRIORITY_OFFSET, BIG_ENDIAN) >>> PRIORITY_SHIFT & 7;
    }

    /** Destination MAC of the frame, 48 bits. */
    public static long dstMac(final DirectBuffer buffer, final int offset) {
        return Ethernet.loadMac(buffer, offset + DST_MAC_OFFSET);
    }

    /** Bytes of the frame that follow the message, in [0, 65535]. */
    public static int repeated(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + REPEATED_LENGTH_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }
}
