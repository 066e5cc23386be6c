package io.polycast.parser.wire;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** 24-bit big-endian numbers: QPNs, PSNs, MSNs. */
final class Uint24 {
    private Uint24() {}

    static int load(final DirectBuffer buffer, final int index) {
        return (buffer.getByte(index) & 0xFF) << 16
                | (buffer.getShort(index + 1, ByteOrder.BIG_ENDIAN) & 0xFFFF);
    }

    static void store(final MutableDirectBuffer buffer, final int index, final int value) {
        buffer.putByte(index, (byte) (value >> 16));
        buffer.putShort(index + 1, (short) value, ByteOrder.BIG_ENDIAN);
    }
}
