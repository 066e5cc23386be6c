package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The rules of feedback that the aggregator owns (docs/protocol.md), one test or more for each. */
class RulesOfFeedbackTest {
    private static final int RNR = Aeth.RNR_NAK;

    private static boolean isAcknowledgedByAll(final AckRig rig, final int psn) {
        return rig.aggregator.isAcknowledgedByAll(rig.slot, psn);
    }

    @Test
    void rule1ShouldHoldEveryAggregateBackForAPathThatNeverAnswered() {
        final AckRig rig = new AckRig(3);
        rig.anew(10);
        assertEquals("", rig.ack(1, 10));
        assertEquals("", rig.ack(2, 10));
        assertFalse(isAcknowledgedByAll(rig, 10));
        assertEquals("ack 10", rig.ack(3, 10));
        assertTrue(isAcknowledgedByAll(rig, 10));
    }

    @Test
    void rule1ShouldHoldNaksBackForAPathThatNeverAnswered() {
        final AckRig rig = new AckRig(2);
        rig.anew(10);
        rig.data(11, 12);
        assertEquals("", rig.nak(1, 11));
        assertEquals("nak 11 0x60", rig.ack(2, 12));
    }

    @Test
    void rule1ShouldNotMeasureAGroupThatBeginsAnewByPsnsOfBefore() {
        final AckRig rig = new AckRig(3);
        rig.anew(1_000);
        rig.data(1_001, 1_002);
        rig.ack(1, 1_002);
        rig.ack(2, 1_000);
        assertEquals("ack 1000", rig.ack(3, 1_001));
        rig.anew(10);
        rig.data(11, 12, 13);
        rig.ack(1, 13);
        rig.ack(2, 11);
        assertEquals("ack 11", rig.ack(3, 12));
        assertEquals("ack 12", rig.ack(2, 13), "path 3 has no more");
    }

    @Test
    void rule2ShouldKnowWhatAllHaveAcknowledged() {
        final AckRig rig = new AckRig(2);
        rig.data(1, 2, 3);
        rig.ack(1, 3);
        assertFalse(isAcknowledgedByAll(rig, 1));
        rig.ack(2, 2);
        assertTrue(isAcknowledgedByAll(rig, 1));
        assertTrue(isAcknowledgedByAll(rig, 2));
        assertFalse(isAcknowledgedByAll(rig, 3));
        rig.anew(3);
        assertFalse(isAcknowledgedByAll(rig, 1), "a group that begins anew knows nothing");
    }

    @Test
    void rule3ShouldLetAMePsnDieWhenTheMinimumReachesIt() {
        final AckRig rig = new AckRig(3);
        rig.data(1, 2, 3, 4, 5, 6, 7, 8);
        assertEquals("", rig.nak(1, 3));
        assertEquals("", rig.ack(1, 4));
        assertEquals("ack 0", rig.ack(2, 4) + rig.ack(3, 0));
        assertEquals("ack 4", rig.ack(3, 4));
        assertEquals("", rig.nak(2, 6));
        assertEquals("", rig.ack(1, 5));
        assertEquals("nak 6 0x60", rig.ack(3, 5), "the earlier loss must not hide this one");
    }

    @Property(tries = 200)
    void rule4ShouldCompareInTwentyFourBits(
            @ForAll @IntRange(max = Psn.MASK) final int drawn, @ForAll final boolean nearTheEnd) {
        final int first = nearTheEnd ? Psn.MASK - drawn % 8 : drawn;
        final AckRig rig = new AckRig(2);
        rig.anew(first);
        rig.ack(1, first);
        assertEquals("ack " + first, rig.ack(2, first));
        for (int i = 1; i <= 12; i++) {
            rig.data(Psn.plus(first, i));
        }
        assertEquals("", rig.ack(1, Psn.plus(first, 12)));
        assertEquals("ack " + Psn.plus(first, 9), rig.ack(2, Psn.plus(first, 9)));
        assertEquals("", rig.ack(2, first), "old");
        assertEquals("nak " + Psn.plus(first, 11) + " 0x60", rig.nak(2, Psn.plus(first, 11)));
    }

    @Property(tries = 50)
    void rule5ShouldMakeOneNakOfALossThatManySee(@ForAll @IntRange(min = 2, max = 20) final int n) {
        final AckRig rig = new AckRig(n);
        rig.data(1, 2, 3, 4, 5);
        for (int path = 1; path < n; path++) {
            assertEquals("", rig.nak(path, 3));
        }
        assertEquals("nak 3 0x60", rig.nak(n, 3));
        for (int path = 1; path <= n; path++) {
            assertEquals("", rig.nak(path, 3));
        }
        rig.data(3);
        assertEquals("nak 3 0x60", rig.nak(1, 3), "its retransmission has passed, and was lost");
        rig.nowNs += AckRig.NAK_REPEAT_NS - 1;
        assertEquals("", rig.nak(2, 3));
        rig.nowNs += 1;
        assertEquals("nak 3 0x60", rig.nak(2, 3), "or a timeout");
    }

    @Test
    void rule5ShouldEvaluateANakOnEveryChangeOfTheMinimum() {
        final AckRig rig = new AckRig(3);
        rig.data(1, 2, 3, 4);
        assertEquals("", rig.nak(1, 3));
        assertEquals("", rig.ack(2, 4));
        assertEquals("ack 1", rig.ack(3, 1));
        assertEquals("nak 3 0x60", rig.ack(3, 2));
    }

    @Test
    void rule6ShouldLetTheLongestTimerWinAndZeroBeTheLongest() {
        final AckRig rig = new AckRig(3);
        rig.data(1, 2, 3);
        assertEquals("", rig.nak(1, 3, RNR | 1));
        assertEquals("", rig.nak(2, 3, RNR));
        assertEquals("nak 3 0x20", rig.nak(3, 3, RNR | 31));
    }

    @Test
    void rule7ShouldCarryTheMsnOfAPathWithTheMinimum() {
        final AckRig rig = new AckRig(3);
        rig.data(1, 2, 3);
        rig.aggregator.onAck(1, rig.slot, rig.id(1), 3, 30);
        rig.aggregator.onAck(1, rig.slot, rig.id(2), 2, 20);
        rig.aggregator.onAck(1, rig.slot, rig.id(3), 3, 31);
        assertEquals(20, rig.aggregator.msn(rig.slot));
        rig.aggregator.onAck(1, rig.slot, rig.id(2), 3, 32);
        final int msn = rig.aggregator.msn(rig.slot);
        assertTrue(msn >= 30 && msn <= 32, "one that a path has sent: " + msn);
    }

    @Test
    void rule8ShouldTakeEveryAnswerForASignOfLife() {
        final AckRig rig = new AckRig(4);
        final PathFeedback paths = rig.mft.pathFeedback();
        rig.data(1, 2, 3);
        rig.nowNs = 77;
        rig.ack(1, 3);
        rig.nak(2, 2);
        rig.aggregator.onAlive(rig.nowNs, rig.id(3));
        for (int path = 1; path <= 3; path++) {
            assertEquals(77, paths.lastHeardNs(rig.id(path)), "path " + path);
        }
        assertFalse(paths.lastHeardNs(rig.id(4)) == 77);
        assertFalse(isAcknowledgedByAll(rig, 1), "alive acknowledges nothing");
    }

    @Test
    void rule9ShouldSwapTheRolesOfTwoPaths() {
        final AckRig rig = new AckRig(3);
        rig.data(1, 2, 3, 4);
        assertEquals("", rig.nak(1, 3));
        rig.ack(3, 2);
        rig.source(2, 5);
        assertEquals("", rig.ack(3, 5), "the old source is an unknown receiver");
        assertEquals("", rig.ack(1, 5));
        assertEquals("ack 5", rig.ack(0, 5), "and the new one holds nothing back");
    }

    @Test
    void rule9ShouldDropAPendingMePsn() {
        final AckRig rig = new AckRig(2);
        rig.data(1, 2, 3, 4);
        assertEquals("", rig.nak(1, 3));
        rig.source(2, 5);
        assertEquals("ack 2", rig.ack(0, 4), "no NAK of the old source's data");
    }

    @Test
    void rule12ShouldIgnoreWhatIsBeyondTheHighestPsn() {
        final AckRig rig = new AckRig(2);
        rig.data(1, 2, 3);
        rig.ack(1, 3);
        final long outcome = rig.aggregator.onAck(1, rig.slot, rig.id(2), 4, 0);
        assertEquals(Ending.FEEDBACK_BEYOND_SENT.id(), Outcome.ending(outcome));
        assertEquals(Outcome.NOTHING, Outcome.action(outcome));
        assertEquals("", rig.nak(2, 5), "a NAK acknowledges what is before it");
        assertEquals("nak 4 0x60", rig.nak(2, 4), "which here is all that was sent");
        assertEquals(
                Ending.FEEDBACK_BEYOND_SENT.id(),
                rig.aggregator.refusalOfNak(rig.slot, rig.id(2), 5));
        assertEquals(0, rig.aggregator.refusalOfNak(rig.slot, rig.id(2), 4));
        assertEquals(
                Ending.FEEDBACK_STALE.id(), rig.aggregator.refusalOfNak(rig.slot, rig.id(2), 3));
    }
}
