package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Immediate data (IBTA volume 1, 9.3.6), 4 bytes that only the end hosts understand; read here as a
 * big-endian number.
 *
 * <pre>
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                        Immediate data                         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class ImmDt {
    /** Bytes of the header. */
    public static final int LENGTH = 4;

    public static final int VALUE_OFFSET = 0;

    private ImmDt() {}

    /** The four bytes. */
    public static int value(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + VALUE_OFFSET, BIG_ENDIAN);
    }

    /** Writes the four bytes. */
    public static void write(final MutableDirectBuffer buffer, final int offset, final int value) {
        buffer.putInt(offset + VALUE_OFFSET, value, BIG_ENDIAN);
    }
}
