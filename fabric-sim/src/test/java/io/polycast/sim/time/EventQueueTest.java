package io.polycast.sim.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private record Entry(long time, long event) {}

    /** Times that meet often, with those at both ends of a long. */
    private static final long[] TIMES = {Long.MIN_VALUE, -1, 0, 1, 7, 1L << 43, Long.MAX_VALUE};

    @Property(tries = 200)
    void shouldHandOutByTimeAndThenInOrderOfArrival(@ForAll final long seed) {
        final Random random = new Random(seed);
        final EventQueue queue = new EventQueue();
        final EventQueue.Lane[] lanes = {queue.lane(), queue.lane(), queue.lane()};
        final PriorityQueue<Entry> model =
                new PriorityQueue<>(
                        Comparator.comparingLong(Entry::time).thenComparingLong(Entry::event));
        for (int step = 0; step < 5000; step++) {
            if (model.isEmpty() || random.nextInt(5) < 3) {
                final long time =
                        random.nextInt(4) == 0
                                ? TIMES[random.nextInt(TIMES.length)]
                                : random.nextInt(50);
                final int lane = random.nextInt(6);
                if (lane < lanes.length) {
                    // Mostly in order, as frames of a link; those that are not go past the lane.
                    lanes[lane].add(time, step);
                } else {
                    queue.add(time, step);
                }
                model.add(new Entry(time, step));
            } else {
                final Entry expected = model.remove();
                assertEquals(expected.time, queue.nextTime());
                assertEquals(expected.event, queue.poll());
            }
            assertEquals(model.size(), queue.size());
        }
        while (!model.isEmpty()) {
            assertEquals(model.remove().event, queue.poll());
        }
        assertTrue(queue.isEmpty());
    }

    @Property(tries = 200)
    void shouldKeepEveryLaneThatIsInOrder(@ForAll final long seed) {
        final Random random = new Random(seed);
        final EventQueue queue = new EventQueue();
        final EventQueue.Lane[] lanes = {queue.lane(), queue.lane()};
        final long[] last = new long[lanes.length];
        final PriorityQueue<Entry> model =
                new PriorityQueue<>(
                        Comparator.comparingLong(Entry::time).thenComparingLong(Entry::event));
        for (int step = 0; step < 2000; step++) {
            if (model.isEmpty() || random.nextInt(9) < 5) {
                final int lane = random.nextInt(lanes.length);
                last[lane] += random.nextInt(3);
                lanes[lane].add(last[lane], step);
                model.add(new Entry(last[lane], step));
            } else {
                assertEquals(model.remove().event, queue.poll());
            }
            assertEquals(model.size(), queue.size());
        }
        while (!model.isEmpty()) {
            assertEquals(model.remove().event, queue.poll());
        }
        assertTrue(queue.isEmpty());
    }

    /** Numbers of 20 bits begin anew here, between two events of one instant. */
    @Test
    void shouldKeepTheOrderOfOneInstantAcrossAMillionAdds() {
        final EventQueue queue = new EventQueue();
        final int before = (1 << 20) - 3;
        for (int i = 0; i < before; i++) {
            queue.add(i, i);
            queue.poll();
        }
        for (int i = 0; i < 6; i++) {
            queue.add(before, i);
        }
        for (int i = 0; i < 6; i++) {
            assertEquals(i, queue.poll());
        }
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
