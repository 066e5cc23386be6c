package io.polycast.controller.safeguard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When a group leaves the tree, and when it comes back. */
class SafeguardTest {
    private static final long GIGA = 1_000_000_000L;

    private final Safeguard guard = new Safeguard(SafeguardSettings.DEFAULT);
    private long nowMs;

    /** Samples of 100 ms each. */
    private void goodput(final int samples, final long bps) {
        for (int i = 0; i < samples; i++) {
            guard.onGoodput(nowMs, nowMs + 100, bps);
            nowMs += 100;
        }
    }

    @Test
    void shouldLeaveTheTreeWhenGoodputIsLowForASecond() {
        goodput(20, 10 * GIGA);
        goodput(9, 4 * GIGA);
        assertEquals(Mode.TREE, guard.decision().mode());
        goodput(1, 4 * GIGA);
        assertEquals(
                new ModeDecision(
                        2,
                        Mode.UNICAST,
                        "goodput 4.000 Gbit/s for 1000 ms, below 50 % of the median 10.000 Gbit/s"),
                guard.decision());
    }

    @Test
    void shouldNotTakeAPauseOfTheSourceForFailure() {
        goodput(20, 10 * GIGA);
        goodput(9, 4 * GIGA);
        nowMs += 5;
        goodput(9, 4 * GIGA);
        goodput(1, 10 * GIGA);
        goodput(9, 4 * GIGA);
        assertEquals(Mode.TREE, guard.decision().mode());
    }

    @Test
    void shouldJudgeByTheMedianOfGoodSamples() {
        goodput(20, 10 * GIGA);
        for (int i = 0; i < 100; i++) {
            goodput(9, GIGA);
            goodput(1, 10 * GIGA);
        }
        goodput(10, GIGA);
        assertEquals(Mode.UNICAST, guard.decision().mode());
    }

    @Test
    void shouldNotJudgeByTooFewSamples() {
        goodput(3, 10 * GIGA);
        goodput(GoodputMedian.FEWEST - 4, 1);
        assertEquals(Mode.TREE, guard.decision().mode());
    }

    @Test
    void shouldComeBackByAProbe() {
        guard.onRefused(0, "table-full");
        assertEquals(new ModeDecision(2, Mode.UNICAST, "refused: table-full"), guard.decision());
        assertEquals(10_000, guard.nextProbeMs());
        assertFalse(guard.isProbeDue(9_999));
        assertTrue(guard.isProbeDue(10_000));
        assertFalse(guard.isProbeDue(10_001), "one at a time");
        guard.onProbeFailed(10_100);
        assertEquals(20_100, guard.nextProbeMs());
        assertTrue(guard.isProbeDue(20_100));
        guard.onProbed(20_200, 9 * GIGA);
        assertEquals(
                new ModeDecision(3, Mode.TREE, "a probe had goodput 9.000 Gbit/s"),
                guard.decision());
        assertEquals(Long.MAX_VALUE, guard.nextProbeMs());
    }

    @Test
    void shouldNotComeBackByAProbeThatIsSlow() {
        goodput(20, 10 * GIGA);
        guard.onRefused(nowMs, "paths-full");
        assertTrue(guard.isProbeDue(nowMs + 10_000));
        guard.onProbed(nowMs + 10_000, 4 * GIGA);
        assertEquals(Mode.UNICAST, guard.decision().mode());
        assertEquals(nowMs + 20_000, guard.nextProbeMs());
    }
}
