package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import org.junit.jupiter.api.Test;

/** How each frame of feedback ends, what is counted, and which words a change of the source leaves. */
class AckEndingsTest {
    private static final int MSN = 5;

    private final AckRig rig = new AckRig(3);
    private final GroupFeedback groups = rig.mft.groupFeedback();
    private final PathFeedback paths = rig.mft.pathFeedback();

    private int onAck(final int path, final int psn) {
        return Outcome.ending(rig.aggregator.onAck(rig.nowNs, rig.slot, rig.id(path), psn, MSN));
    }

    private int onNak(final int path, final int psn, final int syndrome) {
        return Outcome.ending(
                rig.aggregator.onNak(rig.nowNs, rig.slot, rig.id(path), psn, syndrome, MSN));
    }

    @Test
    void shouldEndAcks() {
        rig.data(1, 2, 3);
        rig.nowNs = 40;
        assertEquals(Ending.ACK_ABSORBED.id(), onAck(1, 3));
        assertEquals(Ending.FEEDBACK_STALE.id(), onAck(1, 3));
        assertEquals(Ending.FEEDBACK_STALE.id(), onAck(1, 2));
        assertEquals(Ending.FEEDBACK_BEYOND_SENT.id(), onAck(2, 4));
        assertEquals(40, paths.excusedNs(rig.id(2)), "who answers is not silent");
        onAck(2, 2);
        assertEquals(Ending.ACK_ABSORBED.id(), onAck(3, 1), "also when an aggregate leaves");
        rig.aggregator.onAlive(rig.nowNs, rig.id(1));
        assertEquals(7, rig.counters.get(Tally.ACKS_IN));
        assertEquals(0, rig.counters.get(Tally.NAKS_IN));
        assertEquals(40, paths.excusedNs(rig.id(1)));
        assertEquals(MSN, paths.msn(rig.id(1)));
    }

    @Test
    void shouldEndNaks() {
        rig.data(1, 2, 3, 4, 5);
        rig.nowNs = 50;
        assertEquals(Ending.NAK_ABSORBED.id(), onNak(1, 3, Aeth.NAK_PSN_SEQUENCE_ERROR));
        assertEquals(Ending.RNR_ABSORBED.id(), onNak(1, 4, Aeth.RNR_NAK | 3));
        assertEquals(Ending.FATAL_NAK_ABSORBED.id(), onNak(1, 5, Aeth.NAK_REMOTE_ACCESS_ERROR));
        assertEquals(Ending.FEEDBACK_STALE.id(), onNak(1, 2, Aeth.NAK_PSN_SEQUENCE_ERROR));
        assertEquals(Ending.FEEDBACK_BEYOND_SENT.id(), onNak(2, 7, Aeth.NAK_PSN_SEQUENCE_ERROR));
        assertEquals(50, paths.excusedNs(rig.id(2)));
        assertEquals(5, rig.counters.get(Tally.NAKS_IN));
        assertEquals(0, rig.counters.get(Tally.ACKS_IN));
    }

    @Test
    void shouldEndFeedbackWhateverLeaves() {
        rig.data(1, 2, 3);
        onAck(1, 1);
        onAck(2, 1);
        assertEquals(Ending.ACK_ABSORBED.id(), onAck(3, 1), "an aggregate leaves");
        assertEquals(Ending.ACK_ABSORBED.id(), onAck(3, 2), "the aggregate says it already");
        assertEquals(Ending.FATAL_NAK_ABSORBED.id(), onNak(1, 3, Aeth.NAK_REMOTE_ACCESS_ERROR));
        assertEquals(Ending.ACK_ABSORBED.id(), onAck(3, 3), "a fatal NAK waits");
        rig.anew(5);
        assertEquals(Ending.ACK_ABSORBED.id(), onAck(3, 5), "and a path is unknown");
        assertEquals(Ending.NAK_ABSORBED.id(), onNak(2, 5, Aeth.NAK_PSN_SEQUENCE_ERROR));
    }

    @Test
    void shouldKeepWhatLeavesWithAnEnding() {
        rig.data(1);
        rig.nak(1, 1);
        rig.nak(2, 1);
        final long nak =
                rig.aggregator.onNak(
                        rig.nowNs, rig.slot, rig.id(3), 1, Aeth.NAK_PSN_SEQUENCE_ERROR, MSN);
        final long unended = nak & ~Outcome.nothing(0xFF);
        assertEquals(0, Outcome.ending(unended));
        final long ended = Outcome.withEnding(unended, Ending.FEEDBACK_STALE.id());
        assertEquals(Ending.FEEDBACK_STALE.id(), Outcome.ending(ended));
        assertEquals(Outcome.NAK, Outcome.action(ended));
        assertEquals(1, Outcome.psn(ended));
        assertEquals(Aeth.NAK_PSN_SEQUENCE_ERROR, Outcome.syndrome(ended));
    }

    @Test
    void shouldLeaveTheWordsOfAChangedSource() {
        rig.data(1, 2, 3);
        assertFalse(rig.has(GroupFeedback.TURN_VALID));
        rig.ack(1, 2);
        rig.ack(2, 2);
        assertEquals("ack 2", rig.ack(3, 2));
        rig.nak(1, 3);
        groups.set(rig.slot, GroupFeedback.BECN | GroupFeedback.FECN);
        rig.aggregator.onSource(rig.nowNs, rig.slot, rig.id(2));
        assertEquals(rig.id(2), groups.source(rig.slot));
        assertTrue(rig.has(GroupFeedback.TURN_VALID));
        assertEquals(2, groups.turnAckPsn(rig.slot));
        assertFalse(paths.has(rig.id(0), PathFeedback.KNOWN));
        assertEquals(1, groups.unknown(rig.slot));
        assertFalse(rig.has(GroupFeedback.ME_VALID));
        assertFalse(rig.has(GroupFeedback.SENT_VALID));
        assertFalse(rig.has(GroupFeedback.BECN));
        assertFalse(rig.has(GroupFeedback.FECN));
    }

    @Test
    void shouldLeaveTheWordsOfAGroupThatBeginsAnew() {
        rig.data(1, 2, 3);
        rig.nak(1, 3);
        groups.set(rig.slot, GroupFeedback.BECN | GroupFeedback.FECN);
        rig.aggregator.onAnew(rig.nowNs, rig.slot, rig.id(2));
        assertEquals(rig.id(2), groups.source(rig.slot));
        assertTrue(rig.has(GroupFeedback.MISSED));
        assertEquals(3, groups.unknown(rig.slot));
        assertFalse(paths.has(rig.id(1), PathFeedback.NAK_WAITS));
        for (final int flag :
                new int[] {
                    GroupFeedback.AGG_VALID,
                    GroupFeedback.ME_VALID,
                    GroupFeedback.SENT_VALID,
                    GroupFeedback.TURN_VALID,
                    GroupFeedback.STARTED,
                    GroupFeedback.REGISTERED,
                    GroupFeedback.BECN,
                    GroupFeedback.FECN
                }) {
            assertFalse(rig.has(flag), "flag " + Integer.toHexString(flag));
        }
    }

    @Test
    void shouldNameAPathAtTheMinimum() {
        rig.data(1, 2, 3);
        rig.ack(1, 3);
        rig.ack(2, 1);
        rig.ack(3, 2);
        assertEquals(2, rig.aggregator.minimumPath(rig.slot));
        rig.ack(2, 3);
        assertEquals(3, rig.aggregator.minimumPath(rig.slot));
    }

    @Test
    void shouldTakeThePsnAtTheMinimumForAcknowledged() {
        rig.data(1, 2);
        rig.ack(1, 1);
        rig.ack(2, 1);
        rig.ack(3, 1);
        assertTrue(rig.aggregator.isAcknowledgedByAll(rig.slot, 1));
        assertFalse(rig.aggregator.isAcknowledgedByAll(rig.slot, 2));
    }
}
