package io.polycast.core.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RateLimitsTest {
    private static final int BURST = 4;
    private static final int LONGEST_OF_ONE = 63;

    /** One frame of feedback a millisecond, bursts of four. */
    private final RateLimits limits =
            new RateLimits(new LimitSettings(BURST, 1, 1_000_000, 1, 1, 1), 2, 2, 1);

    /** Takes as many frames of feedback as a path has left. */
    private int left(final long nowNs, final int slot, final int id) {
        int count = 0;
        while (count <= 2 * BURST && limits.takesFeedback(nowNs, slot, id)) {
            count++;
        }
        return count;
    }

    @Test
    void shouldEarnByTime() {
        assertEquals(BURST, left(0, 0, 0));
        assertEquals(0, left(999_999, 0, 0));
        assertEquals(1, left(1_000_000, 0, 0));
        assertEquals(BURST, left(0, 0, 1), "another path");
    }

    @Test
    void shouldEarnTwoFramesForEachFrameOfData() {
        assertEquals(BURST, left(0, 0, 0));
        limits.onData(0);
        assertEquals(2, left(0, 0, 0));
        limits.onData(1);
        assertEquals(0, left(0, 0, 0), "data of another group");
        limits.onData(0, 2);
        assertEquals(4, left(0, 0, 0));
        assertEquals(8_000_000 - 2_000_000, limits.earnedNs()[0]);
        assertEquals(2_000_000, limits.earnedNs()[1]);
    }

    @Test
    void shouldChargeACandidateByItsLength() {
        assertTrue(limits.takesCandidate(0, 0, 0, LONGEST_OF_ONE));
        assertEquals(BURST - 1, left(0, 0, 0));
        limits.onData(0, 2);
        assertTrue(limits.takesCandidate(0, 0, 0, LONGEST_OF_ONE + 1));
        assertEquals(BURST - 2, left(0, 0, 0));
    }

    @Test
    void shouldRefundACandidateThatBecomesTheSource() {
        assertTrue(limits.takesCandidate(0, 0, 0, 3 * (LONGEST_OF_ONE + 1)));
        assertFalse(limits.takesFeedback(0, 0, 0));
        assertTrue(limits.takesTurn(0, 0, 0, 3 * (LONGEST_OF_ONE + 1)));
        assertEquals(BURST, left(0, 0, 0));
        assertFalse(limits.takesTurn(0, 0, 0, 0), "one turn a millisecond");
        assertEquals(0, left(0, 0, 0), "a refused turn gives nothing back");
        assertTrue(limits.takesTurn(0, 1, 1, 0), "another group");
        assertTrue(limits.takesTurn(1_000_000, 0, 0, 0));
    }

    @Test
    void shouldLimitAnswersPerPort() {
        assertTrue(limits.takesAnswer(0, 0));
        assertFalse(limits.takesAnswer(999_999, 0));
        assertTrue(limits.takesAnswer(1_000_000, 0));
    }
}
