package io.polycast.parser.shuffle;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.Ethernet;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Heartbeat of a relay: 16 bytes behind EtherType 0x88B6 (IEEE 802 local experimental 2), big-endian,
 * in a broadcast frame of 60 bytes. The rest of the frame is padding.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |    Version    |       0       |              ToR              |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                                                               |
 * +                         Rule version                          +
 * |                                                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                           Sequence                            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Heartbeat {
    /** Bytes without Ethernet header and padding. */
    public static final int LENGTH = 16;

    /** Bytes of the whole frame, without FCS. */
    public static final int FRAME_LENGTH = Ethernet.MINIMUM_FRAME_LENGTH;

    public static final int VERSION_OFFSET = 0;
    public static final int RESERVED_OFFSET = 1;
    public static final int TOR_OFFSET = 2;
    public static final int RULES_OFFSET = 4;
    public static final int SEQUENCE_OFFSET = 12;

    /** EtherType of heartbeats. */
    public static final int ETHER_TYPE = 0x88B6;

    /** Version of this format. */
    public static final int VERSION = 1;

    private Heartbeat() {}

    /**
     * @param buffer holding the heartbeat
     * @param offset of its first byte behind the Ethernet header
     * @param end of the frame
     * @return whether the heartbeat is whole and of this version; the reserved byte is not read
     */
    public static boolean isSound(final DirectBuffer buffer, final int offset, final int end) {
        return end - offset >= LENGTH && buffer.getByte(offset + VERSION_OFFSET) == VERSION;
    }

    /** Number of the relay's ToR, in [0, 65536). */
    public static int tor(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + TOR_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Version of the relay's rules; 0 for a relay that was told none. */
    public static long ruleVersion(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + RULES_OFFSET, BIG_ENDIAN);
    }

    /** Number of the heartbeat since the relay's start, 32 bits, from 0 on. */
    public static int sequence(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + SEQUENCE_OFFSET, BIG_ENDIAN);
    }

    /**
     * Writes all fields, with {@link #VERSION}.
     *
     * @param buffer to write to
     * @param offset of the first byte behind the Ethernet header
     * @param tor in [0, 65536)
     * @param ruleVersion of the relay's rules
     * @param sequence number of the heartbeat
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int tor,
            final long ruleVersion,
            final int sequence) {
        buffer.putByte(offset + VERSION_OFFSET, (byte) VERSION);
        buffer.putByte(offset + RESERVED_OFFSET, (byte) 0);
        buffer.putShort(offset + TOR_OFFSET, (short) tor, BIG_ENDIAN);
        buffer.putLong(offset + RULES_OFFSET, ruleVersion, BIG_ENDIAN);
        buffer.putInt(offset + SEQUENCE_OFFSET, sequence, BIG_ENDIAN);
    }
}
