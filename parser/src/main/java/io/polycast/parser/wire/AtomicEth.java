package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Atomic extended transport header (IBTA volume 1, 9.3.4), 28 bytes without padding, big-endian.
 *
 * <pre>
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                   Virtual address, 8 bytes                    |
 * |                                                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                             R_Key                             |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                 Swap or add operand, 8 bytes                  |
 * |                                                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                   Compare operand, 8 bytes                    |
 * |                                                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class AtomicEth {
    /** Bytes of the header. */
    public static final int LENGTH = 28;

    public static final int VA_OFFSET = 0;
    public static final int R_KEY_OFFSET = 8;
    public static final int SWAP_OFFSET = 12;
    public static final int COMPARE_OFFSET = 20;

    private AtomicEth() {}

    /** Virtual address, an unsigned 64-bit number. */
    public static long va(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + VA_OFFSET, BIG_ENDIAN);
    }

    /** Remote key, 32 bits. */
    public static int rKey(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + R_KEY_OFFSET, BIG_ENDIAN);
    }

    /** Value to swap in, or to add. */
    public static long swap(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + SWAP_OFFSET, BIG_ENDIAN);
    }

    /** Value to compare with. */
    public static long compare(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + COMPARE_OFFSET, BIG_ENDIAN);
    }

    /** Writes the whole header. */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final long va,
            final int rKey,
            final long swap,
            final long compare) {
        buffer.putLong(offset + VA_OFFSET, va, BIG_ENDIAN);
        buffer.putInt(offset + R_KEY_OFFSET, rKey, BIG_ENDIAN);
        buffer.putLong(offset + SWAP_OFFSET, swap, BIG_ENDIAN);
        buffer.putLong(offset + COMPARE_OFFSET, compare, BIG_ENDIAN);
    }
}
