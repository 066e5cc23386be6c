package io.polycast.controller.safeguard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.mrp.MrpAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a group leaves the tree, and when it comes back. */
class SafeguardTest {
    private static final long GIGA = 1_000_000_000L;
    private static final MrpAddress A = MrpAddress.ipv4(1);
    private static final MrpAddress B = MrpAddress.ipv4(2);
    private static final List<MrpAddress> BOTH = List.of(A, B);

    private final Safeguard guard = new Safeguard(SafeguardSettings.DEFAULT);

    private void prepare(final long nowMs) {
        guard.prepared(A, guard.pending().number());
        assertFalse(guard.settle(nowMs, BOTH), "one is missing");
        guard.prepared(B, guard.pending().number());
        assertTrue(guard.settle(nowMs, BOTH));
    }

    private void slow(final long nowMs) {
        assertTrue(guard.slow(nowMs, new SlowTree(1, 4 * GIGA, 10 * GIGA, 1000)));
        prepare(nowMs);
    }

    @Test
    void shouldLeaveTheTreeWhenAllMembersArePrepared() {
        slow(5);
        assertEquals(
                new ModeDecision(
                        2,
                        Mode.UNICAST,
                        "goodput 4.000 Gb/s for 1000 ms, below 50 % of the median 10.000 Gb/s"),
                guard.decision());
        assertEquals(10_005, guard.nextProbeMs());
    }

    @Test
    void shouldNotHeedAFindingOfAnEarlierDecision() {
        assertFalse(guard.slow(5, new SlowTree(0, 1, 10, 1000)));
        guard.slow(5, new SlowTree(1, 1, 10, 1000));
        assertFalse(guard.slow(6, new SlowTree(1, 1, 10, 1000)), "members prepare");
    }

    @Test
    void shouldNotUseTheNumberOfADecisionThatWasDropped() {
        assertTrue(guard.refused(0, "table-full"));
        guard.prepared(A, 2);
        assertEquals(List.of(B), guard.missing(BOTH));
        assertTrue(guard.isLate(3_000));
        guard.drop(3_000);
        assertNull(guard.pending());
        assertEquals(1, guard.decision().number());
        assertFalse(guard.refused(3_001, "table-full"), "it was tried a moment ago");
        assertTrue(guard.refused(13_000, "table-full"));
        assertEquals(3, guard.pending().number());
        guard.prepared(B, 2);
        assertEquals(BOTH, guard.missing(BOTH), "an answer to the one that was dropped");
    }

    @Test
    void shouldComeBackByAProbe() {
        slow(0);
        assertFalse(guard.takeProbe(9_999));
        assertTrue(guard.takeProbe(10_000));
        assertFalse(guard.takeProbe(10_001), "one at a time");
        guard.probing(7);
        assertFalse(guard.probed(10_100, 7, 4 * GIGA), "it was slow");
        assertTrue(guard.takeProbe(20_000));
        guard.probing(8);
        assertFalse(guard.probed(20_100, 7, 9 * GIGA), "the probe before");
        assertTrue(guard.probed(20_200, 8, 9 * GIGA));
        prepare(20_300);
        assertEquals(
                new ModeDecision(3, Mode.TREE, "a probe had goodput 9.000 Gb/s"), guard.decision());
        assertEquals(Long.MAX_VALUE, guard.nextProbeMs());
    }

    @Test
    void shouldComeBackWhenTheSwitchesHoldTheGroup() {
        assertTrue(guard.refused(0, "table-full"));
        assertFalse(guard.held(0), "the group has not left the tree");
        prepare(1);
        assertEquals(Cause.REFUSED, guard.cause());
        assertTrue(guard.held(20));
        prepare(21);
        assertEquals(Mode.TREE, guard.decision().mode());
    }

    @Test
    void shouldHaveNothingToDecideWithoutTry() {
        for (final Multicast multicast : new Multicast[] {Multicast.OFF, Multicast.FORCE}) {
            final Safeguard firm = new Safeguard(SafeguardSettings.DEFAULT.with(multicast, 0));
            assertFalse(firm.refused(0, "table-full"));
            assertFalse(firm.slow(0, new SlowTree(1, 1, 100, 1000)));
            assertFalse(firm.asked(0, Mode.UNICAST, ""));
            assertFalse(firm.asked(0, Mode.TREE, ""));
            assertEquals(Long.MAX_VALUE, firm.nextProbeMs());
            assertEquals(
                    multicast == Multicast.OFF ? Mode.UNICAST : Mode.TREE, firm.decision().mode());
        }
    }
}
