package io.polycast.parser.leg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.icrc.FrameCrc;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class LegHeaderTest {
    private static final int AT = 30;
    private final FrameCrc crc = new FrameCrc();

    @Test
    void shouldWriteKnownBytes() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);
        LegHeader.write(buffer, 0, LegHeader.REQUEST, 3, 1, 0x0102, 0x0A0B_0C0D);
        LegHeader.finish(buffer, 0, 0x0304, 0, 0, crc);
        final byte[] head = HexFormat.of().parseHex("113101020a0b0c0d03040000");
        assertArrayEquals(head, Arrays.copyOf(buffer.byteArray(), 12));
        final CRC32 plain = new CRC32();
        plain.update(head);
        assertEquals((int) plain.getValue(), LegHeader.crc(buffer, 0));
    }

    @Property
    void shouldReadWhatItWrote(
            @ForAll @IntRange(min = 1, max = 7) final int type,
            @ForAll @IntRange(max = 7) final int priority,
            @ForAll @IntRange(max = 15) final int lane,
            @ForAll @IntRange(max = 65_535) final int voq,
            @ForAll final int sequence,
            @ForAll @IntRange(max = 65_535) final int units,
            @ForAll @Size(max = 300) final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[AT + 16 + frame.length]);
        buffer.putBytes(AT + 16, frame);
        LegHeader.write(buffer, AT, type, priority, lane, voq, sequence);
        final int frameCrc = crc.of(buffer, AT + 16, frame.length);
        LegHeader.finish(buffer, AT, units, frame.length, frameCrc, crc);
        assertEquals(LegHeader.VERSION, LegHeader.version(buffer, AT));
        assertEquals(type, LegHeader.type(buffer, AT));
        assertEquals(priority, LegHeader.priority(buffer, AT));
        assertEquals(lane, LegHeader.lane(buffer, AT));
        assertEquals(voq, LegHeader.voq(buffer, AT));
        assertEquals(sequence, LegHeader.sequence(buffer, AT));
        assertEquals(units, LegHeader.units(buffer, AT));
        assertEquals(frame.length, LegHeader.length(buffer, AT));
        assertTrue(LegHeader.isCrcRight(buffer, AT, frameCrc, crc));
        // The same as one pass over the first 12 bytes and the frame.
        final CRC32 plain = new CRC32();
        plain.update(buffer.byteArray(), AT, 12);
        plain.update(frame);
        assertEquals((int) plain.getValue(), LegHeader.crc(buffer, AT));
    }

    @Property
    void shouldFindEachFlippedBit(
            @ForAll @Size(min = 1, max = 80) final byte[] frame, @ForAll final int draw) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16 + frame.length]);
        buffer.putBytes(16, frame);
        LegHeader.write(buffer, 0, LegHeader.DATA, 3, 1, 7, 9);
        LegHeader.finish(buffer, 0, 1, frame.length, crc.of(buffer, 16, frame.length), crc);
        final int bit = Math.floorMod(draw, 8 * buffer.capacity());
        buffer.putByte(bit / 8, (byte) (buffer.getByte(bit / 8) ^ 1 << bit % 8));
        assertFalse(LegHeader.isCrcRight(buffer, 0, crc.of(buffer, 16, frame.length), crc));
    }
}
