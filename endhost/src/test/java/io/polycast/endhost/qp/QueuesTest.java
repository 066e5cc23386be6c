package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.parser.wire.Aeth;
import java.util.ArrayDeque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class QueuesTest {
    @Property(tries = 200)
    void shouldHandOutCompletionsInOrderAndCountThoseWithoutRoom(
            @ForAll @Size(max = 60) final List<Boolean> puts) {
        final CompletionQueue queue = new CompletionQueue(3);
        final ArrayDeque<Long> model = new ArrayDeque<>();
        final Completion completion = new Completion();
        long id = 0;
        long lost = 0;
        for (final boolean put : puts) {
            if (put) {
                final boolean room = model.size() < 4;
                assertEquals(room, queue.offer(id, 0, WorkOpcode.SEND, 1));
                lost += room ? 0 : 1;
                if (room) {
                    model.add(id);
                }
                id++;
            } else if (model.isEmpty()) {
                assertFalse(queue.poll(completion));
            } else {
                assertTrue(queue.poll(completion));
                assertEquals(model.remove(), completion.wrId);
            }
            assertEquals(model.size(), queue.size());
            assertEquals(lost, queue.overruns());
        }
    }

    @Property
    void shouldKeepSyndromeMsnAndPsnApart(
            @ForAll @IntRange(min = 0, max = 0xFF) final int syndrome,
            @ForAll @IntRange(min = 0, max = 0xFFFFFF) final int msn,
            @ForAll @IntRange(min = 0, max = 0xFFFFFF) final int psn) {
        final FeedbackQueue queue = new FeedbackQueue(2, false);
        queue.add(syndrome, msn, psn);
        final long entry = queue.remove();
        assertEquals(syndrome, FeedbackQueue.syndrome(entry));
        assertEquals(msn, FeedbackQueue.msn(entry));
        assertEquals(psn, FeedbackQueue.psn(entry));
        assertTrue(queue.isEmpty());
    }

    @Test
    void shouldMergeAcksAndKeepTheNakWhenFeedbackOverflows() {
        final FeedbackQueue queue = new FeedbackQueue(2, false);
        queue.add(Aeth.NAK_PSN_SEQUENCE_ERROR, 0, 5);
        queue.add(Aeth.ACK_UNLIMITED, 1, 6);
        queue.add(Aeth.ACK_UNLIMITED, 2, 7);
        assertEquals(5, FeedbackQueue.psn(queue.remove()));
        assertEquals(7, FeedbackQueue.psn(queue.remove()));
        assertTrue(queue.isEmpty());
    }

    @Test
    void shouldDropTheOldestFeedbackWhenANakFindsNoRoom() {
        final FeedbackQueue queue = new FeedbackQueue(2, false);
        queue.add(Aeth.ACK_UNLIMITED, 0, 5);
        queue.add(Aeth.ACK_UNLIMITED, 0, 6);
        queue.add(Aeth.NAK_PSN_SEQUENCE_ERROR, 0, 7);
        assertEquals(6, FeedbackQueue.psn(queue.remove()));
        assertEquals(7, FeedbackQueue.psn(queue.remove()));
    }

    @Test
    void shouldTellManyRegionsApartByKey() {
        final MemoryRegions regions = new MemoryRegions();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100]);
        for (int i = 0; i < 20; i++) {
            regions.add(i, i * 1000L, 100, buffer, 0, null);
        }
        assertEquals(13, regions.find(13, 13_000, 100));
        assertEquals(50, regions.position(13, 13_050));
        assertEquals(MemoryRegions.REFUSED, regions.find(13, 12_000, 100));
        assertThrows(IllegalArgumentException.class, () -> regions.add(3, 0, 100, buffer, 0, null));
    }

    @Property
    void shouldFindARangeExactlyWhenItLiesInside(
            @ForAll final long va,
            @ForAll @IntRange(min = 0, max = 300) final int length,
            @ForAll @IntRange(min = -400, max = 400) final int start,
            @ForAll @IntRange(min = 0, max = 400) final int bytes) {
        final MemoryRegions regions = new MemoryRegions();
        regions.add(1, va, length, new UnsafeBuffer(new byte[300]), 0, null);
        final boolean inside = start >= 0 && start + bytes <= length;
        assertEquals(inside ? 0 : MemoryRegions.REFUSED, regions.find(1, va + start, bytes));
    }
}
