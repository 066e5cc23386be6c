package io.polycast.node.endpoint;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Head of each message of a transfer, 24 bytes, big-endian. It fits into the first packet of any path MTU.
 *
 * <pre>
 * magic u32 @0, kind u32 @4, length of the file u64 @8, position of the bytes in the file u64 @16
 * </pre>
 *
 * Bytes of the file follow after {@link #DATA}, the SHA-256 of the whole file after {@link #END}, nothing after
 * {@link #FIN}: all members have acknowledged the END and may leave. Each message says where its bytes belong, so
 * that a receiver may join between any two.
 */
final class Piece {
    static final int LENGTH = 24;

    /** Bytes of a SHA-256. */
    static final int HASH = 32;

    static final int DATA = 1;
    static final int END = 2;
    static final int FIN = 3;

    /** "PCF1". */
    private static final int MAGIC = 0x5043_4631;

    private Piece() {}

    static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int kind,
            final long length,
            final long position) {
        buffer.putInt(offset, MAGIC, ByteOrder.BIG_ENDIAN);
        buffer.putInt(offset + 4, kind, ByteOrder.BIG_ENDIAN);
        buffer.putLong(offset + 8, length, ByteOrder.BIG_ENDIAN);
        buffer.putLong(offset + 16, position, ByteOrder.BIG_ENDIAN);
    }

    static boolean isOne(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset, ByteOrder.BIG_ENDIAN) == MAGIC;
    }

    static int kind(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + 4, ByteOrder.BIG_ENDIAN);
    }

    static long fileLength(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + 8, ByteOrder.BIG_ENDIAN);
    }

    static long position(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + 16, ByteOrder.BIG_ENDIAN);
    }
}
