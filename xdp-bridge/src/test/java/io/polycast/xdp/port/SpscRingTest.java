package io.polycast.xdp.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.net.Await;
import io.polycast.xdp.net.OwnThread;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SpscRingTest {
    @Property
    void shouldBehaveAsABoundedQueue(
            @ForAll @IntRange(min = 1, max = 9) final int capacity,
            @ForAll final List<Boolean> offers) {
        final SpscRing ring = new SpscRing(capacity);
        final ArrayDeque<Long> model = new ArrayDeque<>();
        long next = 0;
        for (final boolean offer : offers) {
            if (offer) {
                final boolean fits = model.size() < ring.capacity();
                assertEquals(fits, ring.offer(next));
                if (fits) {
                    model.add(next);
                }
                next++;
            } else {
                assertEquals(model.isEmpty() ? SpscRing.EMPTY : model.remove(), ring.poll());
            }
            assertEquals(model.size(), ring.size());
        }
    }

    @Test
    void shouldRoundItsCapacityUpToAPowerOfTwo() {
        assertEquals(1, new SpscRing(1).capacity());
        assertEquals(2, new SpscRing(2).capacity());
        assertEquals(4, new SpscRing(3).capacity());
        assertEquals(1024, new SpscRing(1024).capacity());
        assertThrows(IllegalArgumentException.class, () -> new SpscRing(0));
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldLoseNothingBetweenTwoThreads() throws Exception {
        final int count = 200_000;
        final SpscRing ring = new SpscRing(64);
        final long[] beside = new long[count];
        final CompletableFuture<Boolean> consumer =
                CompletableFuture.supplyAsync(
                        () -> {
                            final long[] value = new long[1];
                            for (int i = 0; i < count; i++) {
                                // Without asking for the size, which orders memory too.
                                Await.until(
                                        "a value",
                                        () -> (value[0] = ring.poll()) != SpscRing.EMPTY);
                                // Writes before offer() must be seen after poll().
                                if (value[0] != i || beside[i] != ~(long) i) {
                                    return false;
                                }
                            }
                            return true;
                        },
                        OwnThread::start);
        for (int i = 0; i < count; i++) {
            final int value = i;
            beside[i] = ~(long) i;
            Await.until("room", () -> ring.offer(value) || consumer.isDone());
        }
        assertTrue(consumer.get(30, TimeUnit.SECONDS));
    }
}
