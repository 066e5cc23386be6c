package io.polycast.mft.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Index and row allocator against a map and a set of rows. */
class TablePartsTest {
    private record Pair(int a, int b) {}

    @Property(tries = 100)
    void shouldFindAllValuesOfAPair(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 40) final int limit) {
        final Random random = new Random(seed);
        final Map<Pair, List<Integer>> model = new HashMap<>();
        int size = 0;
        try (OffHeap memory = new OffHeap()) {
            final OffHeapIndex index = new OffHeapIndex(limit, memory);
            for (int step = 0; step < 400; step++) {
                // Few pairs, so that many occur more than once; 0 and negative keys among them.
                final Pair pair = new Pair(random.nextInt(4) - 1, random.nextInt(4) - 1);
                final List<Integer> values = model.computeIfAbsent(pair, p -> new ArrayList<>());
                if (random.nextBoolean() && size < limit) {
                    index.put(pair.a(), pair.b(), step);
                    values.add(step);
                    size++;
                } else {
                    final int value =
                            values.isEmpty() ? step : values.get(random.nextInt(values.size()));
                    final boolean removed = values.remove((Integer) value);
                    assertEquals(removed, index.remove(pair.a(), pair.b(), value));
                    size -= removed ? 1 : 0;
                }
                assertEquals(size, index.size());
                assertHolds(model, index);
            }
        }
    }

    private static void assertHolds(
            final Map<Pair, List<Integer>> model, final OffHeapIndex index) {
        model.forEach(
                (pair, values) -> {
                    final List<Integer> found = new ArrayList<>();
                    int at = index.first(pair.a(), pair.b());
                    while (at != OffHeapIndex.NONE) {
                        found.add(index.value(at));
                        at = index.following(at, pair.a(), pair.b());
                    }
                    found.sort(null);
                    assertEquals(values.stream().sorted().toList(), found);
                    if (values.isEmpty()) {
                        assertEquals(OffHeapIndex.NONE, index.find(pair.a(), pair.b()));
                    } else {
                        assertTrue(values.contains(index.find(pair.a(), pair.b())));
                    }
                });
    }

    @Test
    void shouldTakeAsManyEntriesAsItWasMadeForAndNoMore() {
        try (OffHeap memory = new OffHeap()) {
            final OffHeapIndex index = new OffHeapIndex(9, memory);
            for (int i = 0; i < 9; i++) {
                index.put(i, 0, i);
            }
            final IllegalStateException full =
                    assertThrows(IllegalStateException.class, () -> index.put(9, 0, 9));
            assertEquals("index full: limit=9", full.getMessage());
            assertEquals(9, index.size());
            assertFalse(index.remove(9, 0, 9));
            assertFalse(index.remove(8, 0, 9), "another value");
        }
    }

    @Test
    void shouldRefuseATableThatOneBufferCannotHold() {
        try (OffHeap memory = new OffHeap()) {
            final IllegalArgumentException tooLarge =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> memory.allocate(Integer.MAX_VALUE - 63L));
            assertTrue(tooLarge.getMessage().contains("maxGroups"), tooLarge.getMessage());
        }
    }

    @Property(tries = 100)
    void shouldGiveEachRowToOneRunAndJoinFreedRuns(@ForAll final long seed) {
        final Random random = new Random(seed);
        final int rows = 1 + random.nextInt(60);
        final RowAllocator allocator = new RowAllocator(rows);
        final BitSet used = new BitSet();
        final List<int[]> runs = new ArrayList<>();
        for (int step = 0; step < 200; step++) {
            if (random.nextBoolean()) {
                final int count = 1 + random.nextInt(12);
                final int start = allocator.allocate(count);
                assertEquals(longestGap(used, rows) < count, start == RowAllocator.NONE);
                if (start != RowAllocator.NONE) {
                    assertTrue(start + count <= rows);
                    assertEquals(0, used.get(start, start + count).cardinality());
                    used.set(start, start + count);
                    runs.add(new int[] {start, count});
                }
            } else if (!runs.isEmpty()) {
                final int[] run = runs.remove(random.nextInt(runs.size()));
                allocator.release(run[0], run[1]);
                used.clear(run[0], run[0] + run[1]);
            }
            assertEquals(rows - used.cardinality(), allocator.free());
        }
    }

    private static int longestGap(final BitSet used, final int rows) {
        int longest = 0;
        for (int from = used.nextClearBit(0); from < rows; ) {
            final int next = used.nextSetBit(from);
            final int end = next < 0 ? rows : next;
            longest = Math.max(longest, end - from);
            from = used.nextClearBit(end);
        }
        return longest;
    }
}
