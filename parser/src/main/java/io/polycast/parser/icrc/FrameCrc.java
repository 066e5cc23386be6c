package io.polycast.parser.icrc;

import java.util.zip.CRC32;
import org.agrona.DirectBuffer;

/**
 * CRC-32 (IEEE 802.3, as java.util.zip) of bytes in buffers, and of two byte strings behind each
 * other from the CRCs of both: many headers before one frame cost one pass over the frame. One
 * thread uses an object.
 */
public final class FrameCrc {
    private final CRC32 crc = new CRC32();
    private final BufferCrc bytes = new BufferCrc();

    /**
     * @param buffer holding the bytes
     * @param offset of the first byte
     * @param length in bytes, at least 0
     * @return their CRC-32
     */
    public int of(final DirectBuffer buffer, final int offset, final int length) {
        crc.reset();
        bytes.update(crc, buffer, offset, length);
        return (int) crc.getValue();
    }

    /**
     * CRC-32 of two byte strings behind each other.
     *
     * @param first CRC of the first
     * @param second CRC of the second
     * @param secondLength bytes of the second, in [0, 65536)
     * @return CRC of both
     */
    public static int join(final int first, final int second, final int secondLength) {
        return CrcShift.advance(first, secondLength) ^ second;
    }
}
