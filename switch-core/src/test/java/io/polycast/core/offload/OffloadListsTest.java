package io.polycast.core.offload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.table.Mft;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Lists of groups on their way into and out of the kernel, against collections of the library. */
class OffloadListsTest {
    private static final int SLOTS = 8;

    @Property(tries = 100)
    void shouldPollInOrderOfTime(@ForAll final long seed) {
        final Random random = new Random(seed);
        final DueList list = new DueList(SLOTS);
        final List<Integer> order = new ArrayList<>();
        final Map<Integer, Long> dueNs = new HashMap<>();
        long nowNs = 0;
        for (int step = 0; step < 200; step++) {
            nowNs += random.nextInt(4);
            final int slot = random.nextInt(SLOTS);
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (!list.has(slot)) {
                        list.add(slot, nowNs + 10);
                        order.add(slot);
                        dueNs.put(slot, nowNs + 10);
                    }
                }
                case 1 -> {
                    list.remove(slot);
                    order.remove((Integer) slot);
                }
                default -> {
                    final boolean due = !order.isEmpty() && dueNs.get(order.get(0)) <= nowNs;
                    assertEquals(due ? order.remove(0) : Mft.NONE, list.pollDue(nowNs));
                }
            }
            for (int i = 0; i < SLOTS; i++) {
                assertEquals(order.contains(i), list.has(i), "seed " + seed);
            }
            final long next = order.isEmpty() ? Long.MAX_VALUE : dueNs.get(order.get(0));
            assertEquals(next, list.nextNs());
        }
    }

    @Property(tries = 100)
    void shouldSettleInOrderOfWithdrawal(@ForAll final long seed) {
        final Random random = new Random(seed);
        final LeavingSlots leaving = new LeavingSlots(SLOTS);
        final Deque<Integer> order = new ArrayDeque<>();
        final Set<Integer> followed = new HashSet<>();
        for (int step = 0; step < 200; step++) {
            final int slot = random.nextInt(SLOTS);
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (!order.contains(slot)) {
                        leaving.add(slot);
                        order.add(slot);
                        followed.add(slot);
                    }
                }
                case 1 -> {
                    leaving.unfollow(slot);
                    followed.remove(slot);
                }
                default -> {
                    if (!order.isEmpty()) {
                        leaving.removeFirst();
                        followed.remove(order.remove());
                    }
                }
            }
            assertEquals(order.isEmpty() ? Mft.NONE : order.peek(), leaving.first());
            for (int i = 0; i < SLOTS; i++) {
                assertEquals(order.contains(i), leaving.has(i), "seed " + seed);
                assertEquals(followed.contains(i), leaving.isFollowed(i), "seed " + seed);
            }
        }
    }

    @Property(tries = 100)
    void shouldHoldEachServedGroupOnce(@ForAll final long seed) {
        final Random random = new Random(seed);
        final OffloadedSlots served = new OffloadedSlots(SLOTS);
        final Set<Integer> model = new HashSet<>();
        for (int step = 0; step < 200; step++) {
            final int slot = random.nextInt(SLOTS);
            if (model.remove(slot)) {
                served.remove(slot);
            } else {
                served.add(slot);
                model.add(slot);
            }
            assertEquals(model.size(), served.size());
            final Set<Integer> all = new HashSet<>();
            final Set<Integer> round = new HashSet<>();
            for (int i = 0; i < served.size(); i++) {
                all.add(served.at(i));
                round.add(served.next());
            }
            assertEquals(model, all);
            assertEquals(model, round, "each has its turn once in a round");
            for (int i = 0; i < SLOTS; i++) {
                assertEquals(model.contains(i), served.has(i));
            }
        }
    }

    @Test
    void shouldHoldAGroupOffTwiceAsLongEachTime() {
        final OffloadSettings settings = new OffloadSettings(1, 1, 1, 10, 35, 1, 1);
        final HoldOffs holds = new HoldOffs(2, settings);
        assertFalse(holds.has(1));
        holds.add(100, 1, "first");
        assertTrue(holds.has(1));
        assertFalse(holds.has(0));
        assertEquals("first", holds.reason(1));
        assertFalse(holds.isOver(109, 1));
        assertTrue(holds.isOver(110, 1));
        holds.end(1);
        assertFalse(holds.has(1));
        holds.add(200, 1, "second");
        assertFalse(holds.isOver(219, 1));
        assertTrue(holds.isOver(220, 1));
        holds.add(300, 1, "third");
        assertFalse(holds.isOver(334, 1));
        assertTrue(holds.isOver(335, 1), "no longer than the longest");
        holds.forgive(1);
        holds.add(400, 1, "first again");
        assertTrue(holds.isOver(410, 1));
        holds.note(500, 1, "until its next data");
        assertTrue(holds.has(1));
        assertTrue(holds.isOver(500, 1));
        assertEquals("until its next data", holds.reason(1));
    }
}
