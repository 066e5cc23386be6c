package io.polycast.core.held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.Tally;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldFramesTest {
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final HeldPool pool = new HeldPool(2, 128);
    private final HeldFrames store = new HeldFrames(2, pool, counters);
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[256]);

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void shouldEndAFrameWithItsLastReference() {
        final long handle = store.hold(frame, 0, 64, 2);
        assertTrue(store.release(handle, Ending.EGRESS_REFUSED.id()));
        assertEquals(1, counters.held());
        assertEquals(0, counters.ended());
        assertTrue(store.release(handle, Ending.EGRESS_REFUSED.id()));
        assertEquals(0, counters.held());
        assertEquals(1, counters.get(Ending.EGRESS_REFUSED));
    }

    @Test
    void shouldCountAFrameAsLeftWhenOneOfItsCopiesLeft() {
        final long handle = store.hold(frame, 0, 64, 3);
        store.release(handle, Ending.EGRESS_REFUSED.id());
        store.release(handle, Ending.REPLICATED.id());
        store.release(handle, Ending.RATE_LIMITED.id());
        assertEquals(1, counters.get(Ending.REPLICATED));
        assertEquals(1, counters.ended());
    }

    @Test
    void shouldRefuseASecondReleaseAfterTheSlotWasUsedAgain() {
        final long first = store.hold(frame, 0, 64, 1);
        store.release(first, Ending.FORWARDED.id());
        final long second = store.hold(frame, 0, 64, 1);
        assertFalse(store.release(first, Ending.FORWARDED.id()));
        assertEquals(1, store.held());
        assertTrue(store.release(second, Ending.FORWARDED.id()));
        assertEquals(2, counters.get(Ending.FORWARDED));
    }

    @Test
    void shouldRefuseAndCountWhatTheBudgetDoesNotHold() {
        store.hold(frame, 0, 64, 1);
        store.hold(frame, 0, 64, 1);
        assertEquals(FrameStore.NONE, store.hold(frame, 0, 64, 1));
        assertEquals(1, counters.get(Tally.HOLDS_REFUSED));
        assertEquals(2, store.held());
    }

    @Test
    void shouldRefuseAndCountAFrameThatIsTooLongForItsMemory() {
        assertEquals(FrameStore.NONE, store.hold(frame, 0, 129, 1));
        assertEquals(1, counters.get(Tally.HOLDS_REFUSED));
        assertEquals(0, counters.held());
    }

    @Test
    void shouldHoldNothingWithoutABudget() {
        final HeldFrames none = new HeldFrames(0, new HeldPool(0, 128), counters);
        assertEquals(FrameStore.NONE, none.hold(frame, 0, 64, 1));
        assertEquals(0, none.stop());
    }

    @Test
    void shouldEndEveryHeldFrameAtAStop() {
        final long sent = store.hold(frame, 0, 64, 3);
        store.hold(frame, 0, 64, 1);
        store.release(sent, Ending.REPLICATED.id());
        assertEquals(2, store.stop());
        assertEquals(3, counters.get(Tally.COPIES_LOST_AT_STOP));
        assertEquals(0, counters.held());
        assertEquals(1, counters.get(Ending.REPLICATED));
        assertEquals(1, counters.get(Ending.HELD_AT_STOP));
        assertFalse(store.release(sent, Ending.REPLICATED.id()));
        assertTrue(store.hold(frame, 0, 64, 1) >= 0);
    }

    @Test
    void shouldRejectAPrefixThatIsTooLong() {
        final long handle = store.hold(frame, 0, 64, 1);
        final SentFrames egress = new SentFrames();
        assertThrows(
                IllegalArgumentException.class,
                () -> store.send(handle, 0, frame, 0, 65, 0, egress));
        assertThrows(
                IllegalArgumentException.class,
                () -> store.send(handle, 61, frame, 0, 14, 0, egress));
    }
}
