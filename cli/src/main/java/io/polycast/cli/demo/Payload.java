package io.polycast.cli.demo;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The bytes that the demo sends: a pure function of seed and position, so that no copy is kept.
 * Eight bytes at a time come from a counter through the finalizer of splitmix64.
 */
final class Payload {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final long seed;

    Payload(final long seed) {
        this.seed = seed;
    }

    /** Writes {@code length} bytes of the stream, from {@code position} on, a multiple of 8. */
    void fill(
            final MutableDirectBuffer to, final int offset, final long position, final int length) {
        long word = position >>> 3;
        int done = 0;
        while (done + Long.BYTES <= length) {
            to.putLong(offset + done, word(word++), ByteOrder.LITTLE_ENDIAN);
            done += Long.BYTES;
        }
        for (long last = word(word); done < length; done++, last >>>= Byte.SIZE) {
            to.putByte(offset + done, (byte) last);
        }
    }

    /** Whether bytes are those of the stream from {@code position} on, a multiple of 8. */
    boolean matches(
            final DirectBuffer bytes, final int offset, final long position, final int length) {
        long word = position >>> 3;
        int done = 0;
        while (done + Long.BYTES <= length) {
            if (bytes.getLong(offset + done, ByteOrder.LITTLE_ENDIAN) != word(word++)) {
                return false;
            }
            done += Long.BYTES;
        }
        for (long last = word(word); done < length; done++, last >>>= Byte.SIZE) {
            if (bytes.getByte(offset + done) != (byte) last) {
                return false;
            }
        }
        return true;
    }

    private long word(final long index) {
        long z = seed + index * GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
