package io.polycast.parser.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each word of a block counts alone, in memory of the heap and outside. */
class CounterBlockTest {
    private static final int OFFSET = 64;
    private static final int BYTES = OFFSET + CounterBlock.LENGTH + 64;

    private static AtomicBuffer memory(final boolean heap) {
        return heap
                ? new UnsafeBuffer(new byte[BYTES])
                : new UnsafeBuffer(ByteBuffer.allocateDirect(BYTES));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountEachEndingAndEachTallyAlone(final boolean heap) {
        final AtomicBuffer memory = memory(heap);
        final CounterBlock counters = new CounterBlock(memory, OFFSET);
        long n = 0;
        for (final Ending ending : Ending.values()) {
            if (ending != Ending.HELD) {
                n++;
                for (long i = 0; i < n; i++) {
                    counters.end(ending.id());
                }
            }
        }
        long tallied = 0;
        for (final Tally tally : Tally.values()) {
            counters.count(tally);
            counters.count(tally, 1_000L * ++tallied);
        }
        assertEquals(n * (n + 1) / 2, counters.ended());
        assertEquals(0, counters.held());
        n = 0;
        for (final Ending ending : Ending.values()) {
            assertEquals(ending == Ending.HELD ? 0 : ++n, counters.get(ending), ending.label());
            assertEquals(
                    counters.get(ending),
                    memory.getLong(OFFSET + ending.id() * Long.BYTES),
                    ending.label());
        }
        tallied = 0;
        for (final Tally tally : Tally.values()) {
            assertEquals(1 + 1_000L * ++tallied, counters.get(tally), tally.label());
            assertEquals(
                    counters.get(tally),
                    memory.getLong(OFFSET + (Ending.ID_LIMIT + tally.id()) * Long.BYTES),
                    tally.label());
        }
        for (int at = 0; at < OFFSET; at += Long.BYTES) {
            assertEquals(0, memory.getLong(at));
            assertEquals(0, memory.getLong(OFFSET + CounterBlock.LENGTH + at));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepHeldFramesApartUntilTheyEnd(final boolean heap) {
        final CounterBlock counters = new CounterBlock(memory(heap), OFFSET);
        counters.hold();
        counters.hold();
        assertEquals(2, counters.held());
        assertEquals(0, counters.ended());
        counters.endHeld(Ending.REPLICATED.id());
        assertEquals(1, counters.held());
        assertEquals(1, counters.ended());
        assertEquals(1, counters.get(Ending.REPLICATED));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseMemoryThatIsTooShort(final boolean heap) {
        final AtomicBuffer memory = memory(heap);
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> new CounterBlock(memory, BYTES - CounterBlock.LENGTH + Long.BYTES));
    }
}
