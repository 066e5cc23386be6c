package io.polycast.core.cepheus.silence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The heap against a map from slot to deadline, around a clock that wraps. */
class DeadlineHeapTest {
    private static final int SLOTS = 12;

    @Property(tries = 200)
    void shouldKnowTheEarliestDeadline(@ForAll final long seed, @ForAll final boolean wraps) {
        final Random random = new Random(seed);
        final DeadlineHeap heap = new DeadlineHeap(SLOTS);
        final long origin = wraps ? Long.MAX_VALUE - 50 : 0;
        final Map<Integer, Long> model = new HashMap<>();
        for (int step = 0; step < 300; step++) {
            final int slot = random.nextInt(SLOTS);
            if (random.nextInt(3) == 0) {
                heap.remove(slot);
                model.remove(slot);
            } else {
                final long after = random.nextInt(100);
                heap.set(slot, origin + after);
                model.put(slot, after);
            }
            assertEquals(model.isEmpty(), heap.isEmpty());
            for (int i = 0; i < SLOTS; i++) {
                assertEquals(model.containsKey(i), heap.contains(i));
            }
            if (!model.isEmpty()) {
                final long earliest = model.values().stream().mapToLong(a -> a).min().orElseThrow();
                assertEquals(origin + earliest, heap.earliestNs(), "seed " + seed);
                assertEquals(earliest, model.get(heap.earliestSlot()));
            }
        }
        long before = Long.MIN_VALUE;
        while (!heap.isEmpty()) {
            final long after = heap.earliestNs() - origin;
            assertTrue(after >= before, "seed " + seed);
            before = after;
            heap.remove(heap.earliestSlot());
        }
    }
}
