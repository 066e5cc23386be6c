package io.polycast.perf.rig;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import java.util.Arrays;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A RoCEv2 frame with bytes that change between sends while its ICRC stays right. CRC-32 is affine:
 * the ICRC is a constant xor one word for each changing byte's value, looked up in a table. So a
 * generator needs no pass over the payload. For one thread.
 */
final class PatchedFrame {
    private static final int VALUES = 256;

    private final UnsafeBuffer buffer;
    private final int length;
    private final int icrcOffset;
    private final int[] slotOf;
    private final int[] words;
    private int icrc;

    /**
     * @param bytes of a RoCEv2 frame
     * @param changing offsets of the bytes that will change, all of them covered by the ICRC
     */
    PatchedFrame(final byte[] bytes, final int... changing) {
        length = bytes.length;
        buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, 64));
        buffer.putBytes(0, bytes);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, 0, length, info);
        if (info.reason != 0 || info.icrcOffset <= 0) {
            throw new IllegalArgumentException("not a RoCEv2 frame: reason " + info.reason);
        }
        icrcOffset = info.icrcOffset;
        slotOf = new int[length];
        Arrays.fill(slotOf, -1);
        words = new int[changing.length * VALUES];
        final Icrc full = new Icrc();
        icrc = full.compute(buffer, info);
        for (int slot = 0; slot < changing.length; slot++) {
            final int at = changing[slot];
            slotOf[at] = slot;
            final byte kept = buffer.getByte(at);
            for (int value = 0; value < VALUES; value++) {
                buffer.putByte(at, (byte) value);
                words[slot * VALUES + value] = full.compute(buffer, info) ^ icrc;
            }
            buffer.putByte(at, kept);
        }
        Icrc.store(buffer, icrcOffset, icrc);
    }

    /** Changes one of the bytes that may change, and with {@link #seal} the ICRC. */
    void putByte(final int at, final int value) {
        final int base = slotOf[at] * VALUES;
        icrc ^= words[base + (buffer.getByte(at) & 0xFF)] ^ words[base + (value & 0xFF)];
        buffer.putByte(at, (byte) value);
    }

    /** Changes three bytes, the most significant first. */
    void putUint24(final int at, final int value) {
        putByte(at, value >>> 16);
        putByte(at + 1, value >>> 8);
        putByte(at + 2, value);
    }

    /** Changes eight bytes, the most significant first. */
    void putLong(final int at, final long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            putByte(at + i, (int) (value >>> (56 - 8 * i)));
        }
    }

    /** Writes the ICRC of the frame as it is now. */
    void seal() {
        Icrc.store(buffer, icrcOffset, icrc);
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    int length() {
        return length;
    }
}
