package io.polycast.dataplane.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LineBudgetTest {
    private final LineBudget budget = new LineBudget(3, 10, 100);

    private int taken(final int times, final long nowNs) {
        int taken = 0;
        for (int i = 0; i < times; i++) {
            taken += budget.take(nowNs) ? 1 : 0;
        }
        return taken;
    }

    @Test
    void shouldTakeABurstAndThenOneAnInterval() {
        assertEquals(3, taken(50, 1000));
        assertEquals(0, taken(50, 1009));
        assertEquals(1, taken(50, 1010));
        assertEquals(2, taken(50, 1030));
        assertEquals(3, taken(50, 5000), "no more than the burst is saved up");
    }

    @Test
    void shouldTakeBeforeAnyTimeHasPassedWhereverTheClockStands() {
        assertTrue(budget.take(Long.MIN_VALUE + 5));
        assertTrue(new LineBudget(1, 10, 100).take(0));
        assertTrue(new LineBudget(1, 10, 100).take(-7));
    }

    @Test
    void shouldCountWhatItLeavesOutOnce() {
        taken(13, 1000);
        assertEquals(0, budget.dueCount(1099));
        assertEquals(10, budget.dueCount(1100));
        assertEquals(0, budget.dueCount(5000));
        assertEquals(0, budget.count());
        taken(4, 9000);
        assertEquals(1, budget.count());
        assertEquals(0, budget.dueCount(9999));
    }

    @Test
    void shouldCountTheSummaryTimeFromTheFirstLineLeftOut() {
        taken(3, 1000);
        assertFalse(budget.take(1005));
        assertEquals(0, budget.dueCount(1104));
        assertEquals(1, budget.dueCount(1105));
    }
}
