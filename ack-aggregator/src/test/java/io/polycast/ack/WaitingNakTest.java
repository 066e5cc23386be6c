package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import org.junit.jupiter.api.Test;

/** Rules 3, 5 and 6: which NAK waits, which one replaces it, and when it leaves again. */
class WaitingNakTest {
    private static final int FATAL = Aeth.NAK_REMOTE_ACCESS_ERROR;

    private final AckRig rig = new AckRig(3);

    private void evict(final int path) {
        rig.mft.pathFeedback().set(rig.id(path), PathFeedback.EVICTED);
    }

    @Test
    void rule5ShouldCountEachNakThatTheSwitchKeepsBack() {
        rig.data(1, 2, 3);
        rig.nak(1, 2);
        rig.nak(2, 2);
        assertEquals(0, rig.counters.get(Tally.NAKS_SUPPRESSED));
        assertEquals("nak 2 0x60", rig.nak(3, 2));
        assertEquals(0, rig.counters.get(Tally.NAKS_SUPPRESSED));
        assertEquals("", rig.nak(1, 2) + rig.nak(3, 2));
        assertEquals(2, rig.counters.get(Tally.NAKS_SUPPRESSED));
    }

    @Test
    void rule5ShouldReportALaterLossWhoseNakWaitedBehindTheReportedOne() {
        rig.data(1, 2, 3, 4, 5, 6);
        assertEquals("", rig.nak(1, 3));
        assertEquals("", rig.nak(2, 5));
        assertEquals("nak 3 0x60", rig.nak(3, 3));
        rig.data(3);
        assertEquals("", rig.ack(1, 6));
        assertEquals("nak 5 0x60", rig.ack(3, 6));
    }

    @Test
    void rule5ShouldReportALaterLossAfterARepeatedNakWasKeptBack() {
        rig.data(1, 2, 3, 4, 5, 6);
        rig.nak(1, 3);
        rig.nak(2, 5);
        assertEquals("nak 3 0x60", rig.nak(3, 3));
        assertEquals("", rig.nak(3, 3));
        rig.ack(1, 6);
        assertEquals("nak 5 0x60", rig.ack(3, 6));
    }

    @Test
    void rule5ShouldNotRepeatANakForAnAck() {
        rig.data(1, 2, 3);
        rig.ack(2, 3);
        assertEquals("", rig.nak(1, 2));
        assertEquals("nak 2 0x60", rig.ack(3, 1));
        rig.nowNs += AckRig.NAK_REPEAT_NS;
        assertEquals("", rig.ack(3, 2));
        assertEquals("nak 2 0x60", rig.nak(1, 2), "its path asks again");
        assertEquals("", rig.nak(1, 2), "and too soon");
        rig.nowNs += AckRig.NAK_REPEAT_NS;
        assertEquals("", rig.ack(3, 3));
        assertEquals(1, rig.counters.get(Tally.NAKS_SUPPRESSED));
    }

    @Test
    void rule5ShouldNotTrustATimeOfAnotherClock() {
        rig.nowNs = 1_000_000;
        assertEquals("nak 0 0x60", rig.nak(1, 0));
        assertEquals("", rig.nak(2, 0));
        rig.nowNs = 1_000_000 - 1;
        assertEquals("nak 0 0x60", rig.nak(2, 0), "sent by the process before");
    }

    @Test
    void rule6ShouldLetAnRnrNakFollowASequenceNakAtOnce() {
        assertEquals("nak 0 0x60", rig.nak(1, 0));
        assertEquals("nak 0 0x2c", rig.nak(2, 0, Aeth.RNR_NAK | 12));
    }

    @Test
    void rule6ShouldKeepTheLongestTimerOfOnePathForOnePsn() {
        rig.data(1, 2, 3);
        rig.ack(2, 3);
        assertEquals("", rig.nak(1, 2, Aeth.RNR_NAK | 14));
        assertEquals("", rig.nak(1, 2));
        assertEquals("nak 2 0x2e", rig.ack(3, 3));
    }

    @Test
    void rule6ShouldForgetTheTimerOfAnEarlierPsn() {
        rig.data(1, 2, 3);
        rig.ack(2, 3);
        assertEquals("", rig.nak(1, 2, Aeth.RNR_NAK | 14));
        assertEquals("", rig.nak(1, 3));
        assertEquals("nak 3 0x60", rig.ack(3, 3));
    }

    @Test
    void rule6ShouldReportTheWorstOfTwoRefusalsAtOnePsn() {
        for (final int[] order : new int[][] {{0x61, 0x64}, {0x64, 0x61}}) {
            final AckRig two = new AckRig(3);
            two.data(1, 2, 3);
            two.nak(1, 2, order[0]);
            two.nak(2, 2, order[1]);
            assertEquals("nak 2 0x64", two.ack(3, 3));
        }
    }

    @Test
    void rule6ShouldReportTheFirstOfTwoRefusalsWhicheverCameFirst() {
        rig.data(1, 2, 3);
        rig.nak(1, 2, 0x61);
        rig.nak(2, 3, 0x64);
        assertEquals("nak 2 0x61", rig.ack(3, 3));
    }

    @Test
    void rule6ShouldWaitForEveryReceiverThatDidNotRefuse() {
        rig.data(1, 2, 3);
        rig.nak(1, 3, FATAL);
        assertEquals("ack 0", rig.ack(2, 3) + rig.ack(3, 0));
        assertEquals("ack 1", rig.ack(3, 1), "one PSN is missing");
        assertEquals("nak 3 0x62", rig.ack(3, 2));
    }

    @Test
    void rule6ShouldNotWaitForAMemberOutOfService() {
        rig.data(1, 2, 3);
        rig.ack(2, 3);
        evict(3);
        assertEquals("ack 0", rig.ack(1, 0) + rig.membership());
        assertEquals("nak 2 0x62", rig.nak(1, 2, FATAL));
    }

    @Test
    void rule6ShouldForgetTheRefusalOfANextSwitchWhenTheGroupBeginsAnew() {
        final AckRig tree = new AckRig(3, 2);
        tree.data(1, 2, 3);
        tree.nak(2, 2, FATAL);
        assertTrue(tree.has(GroupFeedback.FATAL_WAITS));
        tree.anew(4);
        assertFalse(tree.has(GroupFeedback.FATAL_WAITS));
        tree.ack(1, 4);
        tree.ack(2, 4);
        assertEquals("ack 4", tree.ack(3, 4));
    }

    @Test
    void rule6ShouldKeepTheRefusalOfAMemberWhenTheGroupBeginsAnew() {
        rig.data(1, 2, 3);
        rig.nak(2, 2, FATAL);
        rig.anew(10);
        assertTrue(rig.has(GroupFeedback.FATAL_WAITS));
        assertEquals("", rig.ack(1, 10));
        assertEquals("", rig.ack(3, 10), "no data stands where the NAK could");
        assertEquals("nak 10 0x62", rig.data(10));
    }

    @Test
    void rule6ShouldStandWhereTheSourceIsKnownToWait() {
        rig.data(1, 2, 3);
        rig.nak(2, 2, FATAL);
        rig.anew(10);
        rig.sources.establishment().onData(rig.slot, 10);
        rig.ack(1, 10);
        rig.ack(3, 10);
        assertEquals("nak 10 0x62", rig.data(8), "8 belongs to a left-over frame");
    }

    @Test
    void rule6ShouldForgetTheRefusalOfAMemberOutOfServiceWhenTheSourceMoves() {
        rig.data(1, 2, 3);
        rig.nak(1, 2, FATAL);
        evict(1);
        rig.source(2, 4);
        assertFalse(rig.mft.pathFeedback().refuses(rig.id(1)));
        assertFalse(rig.has(GroupFeedback.FATAL_WAITS));
    }

    @Test
    void rule6ShouldNotTakeBackWhatTheSourceWasTold() {
        rig.data(1, 2, 3);
        rig.ack(2, 3);
        rig.ack(3, 3);
        assertEquals("ack 3", rig.ack(1, 3));
        rig.data(4);
        rig.nak(1, 4, FATAL);
        rig.source(2, 5);
        assertEquals("", rig.ack(0, 4));
        assertEquals("nak 5 0x62", rig.ack(3, 4));
        rig.nowNs += AckRig.NAK_REPEAT_NS;
        assertEquals("nak 3 0x62", rig.data(3), "where the source goes back to");
        assertEquals(4, rig.mft.groupFeedback().aggAckPsn(rig.slot), "what it was told stays told");
    }

    @Test
    void rule3ShouldEndTheNakWhoseDataHasPassedMeanwhile() {
        rig.data(1, 2, 3);
        assertEquals("", rig.nak(1, 2));
        rig.data(2);
        assertFalse(rig.mft.pathFeedback().has(rig.id(1), PathFeedback.NAK_WAITS));
        assertFalse(rig.has(GroupFeedback.ME_VALID));
        rig.ack(2, 3);
        assertEquals("ack 1", rig.ack(3, 3), "the retransmission is on its way");
    }

    @Test
    void rule3ShouldKeepTheNakOfAnotherPathAndOfAnotherPsn() {
        rig.data(1, 2, 3);
        rig.nak(1, 2);
        rig.nak(2, 3);
        rig.data(3);
        assertEquals(2, rig.mft.groupFeedback().mePsn(rig.slot));
        rig.nak(2, 3);
        rig.data(2);
        assertTrue(rig.has(GroupFeedback.ME_VALID));
        assertEquals(3, rig.mft.groupFeedback().mePsn(rig.slot), "3 is the next that waits");
    }

    @Test
    void rule3ShouldEndTheNakOfAPathThatHasTheDataByNow() {
        rig.data(1, 2, 3);
        rig.nak(1, 2);
        rig.ack(1, 2);
        assertFalse(rig.has(GroupFeedback.ME_VALID));
        assertFalse(rig.mft.pathFeedback().has(rig.id(1), PathFeedback.NAK_WAITS));
    }

    @Test
    void rule3ShouldEndTheNakOfAPathThatLeaves() {
        rig.data(1, 2, 3);
        rig.nak(1, 2);
        rig.aggregator.naks().onGone(rig.id(1));
        rig.aggregator.recount(rig.slot);
        assertFalse(rig.has(GroupFeedback.ME_VALID));
    }

    @Test
    void shouldSendNothingWithoutASource() {
        rig.data(1, 2);
        rig.ack(1, 1);
        rig.ack(2, 1);
        rig.mft.groupFeedback().source(rig.slot, -1);
        evict(3);
        assertEquals("", rig.membership());
    }

    @Test
    void shouldSendNothingWithoutReceivers() {
        rig.data(1, 2);
        rig.ack(1, 1);
        for (int path = 1; path <= 3; path++) {
            evict(path);
        }
        assertEquals("", rig.membership());
        assertFalse(rig.aggregator.isAcknowledgedByAll(rig.slot, 0), "nobody has it");
    }

    @Test
    void shouldCountNothingDueOutsideOfAnExchange() {
        rig.data(1, 2);
        rig.ack(1, 1);
        rig.ack(2, 1);
        rig.nak(2, 2);
        evict(3);
        rig.aggregator.recount(rig.slot);
        assertFalse(rig.has(GroupFeedback.AGG_VALID), "no frame was written");
        assertEquals(2, rig.mft.groupFeedback().receivers(rig.slot));
        assertTrue(rig.has(GroupFeedback.ME_VALID), "path 2 stays and still asks");
        evict(2);
        rig.aggregator.recount(rig.slot);
        assertFalse(rig.has(GroupFeedback.ME_VALID));
    }
}
