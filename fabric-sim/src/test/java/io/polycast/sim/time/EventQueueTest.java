package io.polycast.sim.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private record Entry(long atNs, long event) {}

    @Property(tries = 200)
    void shouldHandOutByTimeAndThenInOrderOfArrival(@ForAll final long seed) {
        final Random random = new Random(seed);
        final EventQueue queue = new EventQueue();
        final PriorityQueue<Entry> model =
                new PriorityQueue<>(
                        Comparator.comparingLong(Entry::atNs).thenComparingLong(Entry::event));
        for (int step = 0; step < 5000; step++) {
            if (model.isEmpty() || random.nextInt(5) < 3) {
                final long atNs = random.nextInt(50);
                queue.add(atNs, step);
                model.add(new Entry(atNs, step));
            } else {
                final Entry expected = model.remove();
                assertEquals(expected.atNs, queue.nextNs());
                assertEquals(expected.event, queue.poll());
            }
            assertEquals(model.size(), queue.size());
        }
    }

    @Test
    void shouldRefuseTimesThatItCannotHold() {
        final EventQueue queue = new EventQueue();
        assertThrows(IllegalArgumentException.class, () -> queue.add(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> queue.add(EventQueue.MAX_NS, 0));
        assertTrue(queue.isEmpty());
    }

    @Property
    void shouldDrawInsideBounds(@ForAll final long seed) {
        final Rng rng = new Rng(seed);
        for (int i = 0; i < 100; i++) {
            assertTrue(rng.nextInt(7) >= 0 && rng.nextInt(7) < 7);
            final int between = rng.between(-3, 3);
            assertTrue(between >= -3 && between <= 3);
            assertTrue(!rng.perMillion(0) && rng.perMillion(1_000_000));
        }
    }
}
