package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * RDMA extended transport header (IBTA volume 1, 9.3.3), 16 bytes, big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                   Virtual address, 8 bytes                    |
 * |                                                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                             R_Key                             |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                          DMA length                           |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Reth {
    /** Bytes of the header. */
    public static final int LENGTH = 16;

    public static final int VA_OFFSET = 0;
    public static final int R_KEY_OFFSET = 8;
    public static final int DMA_LENGTH_OFFSET = 12;

    private Reth() {}

    /** Virtual address, an unsigned 64-bit number. */
    public static long va(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + VA_OFFSET, BIG_ENDIAN);
    }

    /** Remote key, 32 bits. */
    public static int rKey(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + R_KEY_OFFSET, BIG_ENDIAN);
    }

    /** Bytes of the whole message, in [0, 2^32). */
    public static long dmaLength(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + DMA_LENGTH_OFFSET, BIG_ENDIAN) & 0xFFFF_FFFFL;
    }

    /** Sets the virtual address. */
    public static void va(final MutableDirectBuffer buffer, final int offset, final long va) {
        buffer.putLong(offset + VA_OFFSET, va, BIG_ENDIAN);
    }

    /** Sets the remote key. */
    public static void rKey(final MutableDirectBuffer buffer, final int offset, final int rKey) {
        buffer.putInt(offset + R_KEY_OFFSET, rKey, BIG_ENDIAN);
    }

    /** Sets the message length in bytes, in [0, 2^32). */
    public static void dmaLength(
            final MutableDirectBuffer buffer, final int offset, final long dmaLength) {
        buffer.putInt(offset + DMA_LENGTH_OFFSET, (int) dmaLength, BIG_ENDIAN);
    }

    /** Writes the whole header. */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final long va,
            final int rKey,
            final long dmaLength) {
        va(buffer, offset, va);
        rKey(buffer, offset, rKey);
        dmaLength(buffer, offset, dmaLength);
    }
}
