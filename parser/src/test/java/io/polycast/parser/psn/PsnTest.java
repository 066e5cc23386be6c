package io.polycast.parser.psn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PsnTest {
    private static final int HALF = 1 << 23;

    @Property
    void shouldMeasureTheDistanceThatWasWalked(
            @ForAll @IntRange(max = Psn.MASK) final int psn,
            @ForAll @IntRange(min = -HALF, max = HALF - 1) final int steps) {
        assertEquals(steps, Psn.distance(psn, Psn.plus(psn, steps)));
    }

    @Property
    void shouldOrderAnyTwoThatAreLessThanHalfTheSpaceApart(
            @ForAll @IntRange(max = Psn.MASK) final int psn,
            @ForAll @IntRange(min = 1, max = HALF - 1) final int steps) {
        final int later = Psn.plus(psn, steps);
        assertTrue(Psn.isBefore(psn, later));
        assertTrue(Psn.isAfter(later, psn));
        assertFalse(Psn.isBefore(later, psn));
        assertFalse(Psn.isAfter(psn, later));
    }

    @Property
    void shouldReturnAfterOneStepOnAndOneBack(@ForAll @IntRange(max = Psn.MASK) final int psn) {
        assertEquals(psn, Psn.previous(Psn.next(psn)));
        assertEquals(Psn.next(psn), Psn.plus(psn, 1));
        assertFalse(Psn.isBefore(psn, psn));
        assertFalse(Psn.isAfter(psn, psn));
    }

    @Test
    void shouldWrapBehindTheLargest() {
        assertEquals(0, Psn.next(0xFF_FFFF));
        assertEquals(0xFF_FFFF, Psn.previous(0));
        assertTrue(Psn.isBefore(0xFF_FFFF, 0));
        assertEquals(2, Psn.distance(0xFF_FFFF, 1));
    }

    @Test
    void shouldPutEachBehindTheOtherAtHalfTheSpace() {
        assertEquals(-HALF, Psn.distance(0, HALF));
        assertEquals(-HALF, Psn.distance(HALF, 0));
    }
}
