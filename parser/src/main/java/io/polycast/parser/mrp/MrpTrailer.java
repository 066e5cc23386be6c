package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Trailer of a signed packet, 52 bytes, big-endian: key id 4, nonce 8, time 8, HMAC-SHA-256 32 (RFC
 * 2104). The HMAC covers the group's address, then the packet up to the HMAC. Each hop makes a
 * trailer of its own.
 */
public final class MrpTrailer {
    /** Bytes of the trailer. */
    public static final int LENGTH = 52;

    public static final int KEY_OFFSET = 0;
    public static final int NONCE_OFFSET = 4;
    public static final int TIME_OFFSET = 12;
    public static final int HMAC_OFFSET = 20;

    /** Bytes of the HMAC. */
    public static final int HMAC_LENGTH = 32;

    private MrpTrailer() {}

    /** Id of the key, 32 bits. */
    public static int key(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + KEY_OFFSET, BIG_ENDIAN);
    }

    /** Number that no other packet of the window has. */
    public static long nonce(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + NONCE_OFFSET, BIG_ENDIAN);
    }

    /** Wall clock of the sender, in ms since 1970. */
    public static long timeMs(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + TIME_OFFSET, BIG_ENDIAN);
    }

    /**
     * Writes all but the HMAC.
     *
     * @param buffer to write to
     * @param offset of the trailer
     * @param key id
     * @param nonce of this packet
     * @param timeMs wall clock, in ms since 1970
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final int key,
            final long nonce,
            final long timeMs) {
        buffer.putInt(offset + KEY_OFFSET, key, BIG_ENDIAN);
        buffer.putLong(offset + NONCE_OFFSET, nonce, BIG_ENDIAN);
        buffer.putLong(offset + TIME_OFFSET, timeMs, BIG_ENDIAN);
    }
}
