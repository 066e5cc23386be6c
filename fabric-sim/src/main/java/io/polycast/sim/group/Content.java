package io.polycast.sim.group;

import io.polycast.sim.time.Rng;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Bytes of a group's stream: byte i is a function of i alone, so that any piece can be checked
 * where it arrives.
 */
final class Content {
    private final long salt;

    Content(final long salt) {
        this.salt = salt;
    }

    private long word(final long index) {
        // Two rounds less than a full mix: enough to tell any two positions apart.
        final long z = (index + salt) * 0x9E37_79B9_7F4A_7C15L;
        return z ^ z >>> 29;
    }

    private byte at(final long position) {
        return (byte) (word(position >>> 3) >>> 8 * (int) (position & 7));
    }

    /** A buffer with the stream's first bytes. */
    UnsafeBuffer produce(final int length) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[length + 7 & ~7]);
        for (int i = 0; i < buffer.capacity(); i += 8) {
            buffer.putLong(i, word(i >>> 3), ByteOrder.LITTLE_ENDIAN);
        }
        return buffer;
    }

    /**
     * @param position in the stream of the first byte
     * @return index of the first byte that differs, or -1
     */
    int difference(
            final long position, final DirectBuffer bytes, final int offset, final int length) {
        int i = 0;
        if ((position & 7) == 0) {
            final long first = position >>> 3;
            final int words = length >>> 3;
            for (int w = 0; w < words; w++) {
                if (bytes.getLong(offset + 8 * w, ByteOrder.LITTLE_ENDIAN) != word(first + w)) {
                    return 8 * w;
                }
            }
            i = 8 * words;
        }
        while (i < length) {
            if (bytes.getByte(offset + i) != at(position + i)) {
                return i;
            }
            i++;
        }
        return -1;
    }

    static long salt(final long seed, final int group) {
        return Rng.mix(seed ^ (long) group << 48);
    }
}
