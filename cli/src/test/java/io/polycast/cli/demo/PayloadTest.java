package io.polycast.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.agrona.concurrent.UnsafeBuffer;

class PayloadTest {
    @Property(tries = 200)
    void shouldGiveTheSameBytesWhereverReadingStarts(
            @ForAll final long seed,
            @ForAll @LongRange(max = 1L << 40) final long word,
            @ForAll @IntRange(min = 9, max = 300) final int length) {
        final Payload payload = new Payload(seed);
        final UnsafeBuffer whole = new UnsafeBuffer(new byte[length]);
        final UnsafeBuffer part = new UnsafeBuffer(new byte[length - 8]);
        payload.fill(whole, 0, word * 8, length);
        payload.fill(part, 0, word * 8 + 8, length - 8);
        assertEquals(part, new UnsafeBuffer(whole, 8, length - 8));
        assertTrue(payload.matches(whole, 0, word * 8, length));
    }

    @Property(tries = 200)
    void shouldSeeEverySingleWrongByte(
            @ForAll final long seed,
            @ForAll @IntRange(min = 1, max = 100) final int length,
            @ForAll @IntRange(max = 99) final int where) {
        final Payload payload = new Payload(seed);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[length]);
        payload.fill(bytes, 0, 64, length);
        final int index = where % length;
        bytes.putByte(index, (byte) (bytes.getByte(index) ^ 1));
        assertFalse(payload.matches(bytes, 0, 64, length));
    }
}
