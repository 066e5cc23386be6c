package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * MAC control body behind EtherType 0x8808, big-endian: PAUSE (IEEE 802.3 annex 31B) and priority
 * flow control (802.1Qbb). Times are in quanta of 512 bit times; 0 resumes.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |        Opcode = 0x0001        |          Pause time           |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |        Opcode = 0x0101        |       0       |   Enable 7-0  |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |        Time, class 0          |         Time, class 1         |
 * |                              ...                              |
 * |        Time, class 6          |         Time, class 7         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class MacControl {
    /** Bytes of a PAUSE body. */
    public static final int PAUSE_LENGTH = 4;

    /** Bytes of a PFC body. */
    public static final int PFC_LENGTH = 20;

    public static final int OPCODE_OFFSET = 0;
    public static final int PAUSE_TIME_OFFSET = 2;
    public static final int ENABLE_OFFSET = 2;
    public static final int TIMES_OFFSET = 4;

    public static final int OPCODE_PAUSE = 0x0001;
    public static final int OPCODE_PFC = 0x0101;

    /** Destination of both: a group address that no bridge forwards. */
    public static final long DST_MAC = 0x0180_C200_0001L;

    /** Priorities that PFC knows. */
    public static final int CLASSES = 8;

    private MacControl() {}

    /** {@link #OPCODE_PAUSE}, {@link #OPCODE_PFC}, or something else. */
    public static int opcode(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + OPCODE_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Pause time of a PAUSE in quanta, in [0, 65536). */
    public static int pauseTime(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + PAUSE_TIME_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Class enable vector of a PFC: bit n is priority n. */
    public static int enabled(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + ENABLE_OFFSET + 1) & 0xFF;
    }

    /** Pause time of one priority, in [0, 8), in quanta. */
    public static int pauseTime(final DirectBuffer buffer, final int offset, final int priority) {
        return buffer.getShort(offset + TIMES_OFFSET + 2 * priority, BIG_ENDIAN) & 0xFFFF;
    }

    /**
     * Writes a PAUSE body.
     *
     * @param buffer to write to
     * @param offset of the body
     * @param quanta in [0, 65536)
     */
    public static void writePause(
            final MutableDirectBuffer buffer, final int offset, final int quanta) {
        buffer.putInt(offset, OPCODE_PAUSE << 16 | quanta & 0xFFFF, BIG_ENDIAN);
    }

    /**
     * Writes a PFC body with the same time for all enabled classes, 0 for the others.
     *
     * @param buffer to write to
     * @param offset of the body
     * @param enabled bit n is priority n
     * @param quanta in [0, 65536)
     */
    public static void writePfc(
            final MutableDirectBuffer buffer,
            final int offset,
            final int enabled,
            final int quanta) {
        buffer.putInt(offset, OPCODE_PFC << 16 | enabled & 0xFF, BIG_ENDIAN);
        for (int priority = 0; priority < CLASSES; priority++) {
            final int time = (enabled >>> priority & 1) == 0 ? 0 : quanta;
            buffer.putShort(offset + TIMES_OFFSET + 2 * priority, (short) time, BIG_ENDIAN);
        }
    }
}
