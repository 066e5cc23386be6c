package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Datagram extended transport header (IBTA volume 1, 9.3.2), 8 bytes, big-endian.
 *
 * <pre>
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                             Q_Key                             |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |   reserved    |                  Source QPN                   |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Deth {
    /** Bytes of the header. */
    public static final int LENGTH = 8;

    public static final int Q_KEY_OFFSET = 0;
    public static final int RESERVED_OFFSET = 4;
    public static final int SRC_QPN_OFFSET = 5;

    private Deth() {}

    /** Queue key, 32 bits. */
    public static int qKey(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + Q_KEY_OFFSET, BIG_ENDIAN);
    }

    /** QPN of the sender, 24 bits. */
    public static int srcQpn(final DirectBuffer buffer, final int offset) {
        return Uint24.load(buffer, offset + SRC_QPN_OFFSET);
    }

    /** Writes the whole header, reserved byte 0. */
    public static void write(
            final MutableDirectBuffer buffer, final int offset, final int qKey, final int srcQpn) {
        buffer.putInt(offset + Q_KEY_OFFSET, qKey, BIG_ENDIAN);
        buffer.putByte(offset + RESERVED_OFFSET, (byte) 0);
        Uint24.store(buffer, offset + SRC_QPN_OFFSET, srcQpn);
    }
}
