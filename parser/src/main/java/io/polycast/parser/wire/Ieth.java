package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Invalidate extended transport header (IBTA volume 1, 9.3.7), 4 bytes, big-endian.
 *
 * <pre>
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                      R_Key to invalidate                      |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Ieth {
    /** Bytes of the header. */
    public static final int LENGTH = 4;

    public static final int R_KEY_OFFSET = 0;

    private Ieth() {}

    /** Remote key that the receiver invalidates. */
    public static int rKey(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + R_KEY_OFFSET, BIG_ENDIAN);
    }

    /** Writes the whole header. */
    public static void write(final MutableDirectBuffer buffer, final int offset, final int rKey) {
        buffer.putInt(offset + R_KEY_OFFSET, rKey, BIG_ENDIAN);
    }
}
