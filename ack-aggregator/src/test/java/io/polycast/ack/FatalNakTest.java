package io.polycast.ack;

import static io.polycast.ack.AckRig.NAK_REPEAT_NS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.parser.wire.Aeth;
import org.junit.jupiter.api.Test;

/** Rule 6: a fatal NAK that waits is answered by nothing but the policy. */
class FatalNakTest {
    private static final int FATAL = Aeth.NAK_REMOTE_ACCESS_ERROR;

    private final AckRig rig = new AckRig(3);

    /** Member 1 refuses PSN 2 while member 3 has acknowledged nothing. */
    private void refusedWhileAnotherIsLate() {
        rig.data(1, 2, 3);
        rig.ack(2, 3);
        assertEquals("", rig.nak(1, 2, FATAL));
    }

    @Test
    void shouldOutliveTheSourcesOwnRepetition() {
        refusedWhileAnotherIsLate();
        assertEquals("", rig.data(0, 1, 2, 3));
        assertEquals("ack 0", rig.ack(3, 0));
        assertEquals("nak 2 0x62", rig.ack(3, 3), "although 3 is past it");
    }

    @Test
    void shouldBeReportedAgainAfterAWhileByWhateverTheSourceSends() {
        refusedWhileAnotherIsLate();
        assertEquals("nak 2 0x62", rig.ack(3, 1));
        assertEquals("", rig.data(2, 3, 4), "within nakRepeat, though the data has passed");
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("nak 2 0x62", rig.data(1), "lost, then");
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("nak 2 0x62", rig.data(2));
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("nak 2 0x62", rig.data(5));
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("nak 2 0x62", rig.ack(2, 5), "or by feedback");
    }

    @Test
    void shouldLetALossThatLiesBeforeItBeReported() {
        refusedWhileAnotherIsLate();
        assertEquals("nak 0 0x60", rig.nak(3, 0));
        rig.data(0, 1, 2, 3);
        assertEquals("nak 2 0x62", rig.nak(3, 2), "and outrank the one that asks for its PSN");
    }

    @Test
    void shouldStandAtTheFirstOfTwo() {
        rig.data(1, 2, 3);
        rig.nak(2, 3, Aeth.NAK_INVALID_REQUEST);
        rig.nak(1, 2, FATAL);
        assertEquals("nak 2 0x62", rig.ack(3, 3));
    }

    @Test
    void shouldEndWhenItsSenderSpeaks() {
        refusedWhileAnotherIsLate();
        assertEquals("", rig.ack(1, 3), "a queue pair that was reset");
        assertFalse(rig.has(GroupFeedback.FATAL_WAITS));
        assertEquals("ack 3", rig.ack(3, 3));
    }

    @Test
    void shouldNotLeaveAReportBehindWhenItsSenderSpeaks() {
        refusedWhileAnotherIsLate();
        assertEquals("nak 2 0x62", rig.ack(3, 1));
        rig.ack(1, 2);
        assertFalse(rig.has(GroupFeedback.SENT_VALID), "the group may be quiet again");
    }

    @Test
    void shouldNotEndByAnEarlierNakThatWasOvertaken() {
        refusedWhileAnotherIsLate();
        assertEquals("", rig.nak(1, 2));
        assertEquals("nak 2 0x62", rig.ack(3, 1));
    }

    @Test
    void shouldWaitForWhoeverIsUnknown() {
        refusedWhileAnotherIsLate();
        // The source moves: the old one is a receiver that has said nothing.
        assertEquals("", rig.source(3, 4));
        assertEquals("", rig.ack(2, 4));
        assertEquals("nak 4 0x62", rig.ack(0, 4), "its own path is unknown");
        assertFalse(rig.mft.pathFeedback().has(rig.id(1), PathFeedback.KNOWN));
    }

    @Test
    void shouldHoldBackEveryAggregateAfterTheSourceMoved() {
        refusedWhileAnotherIsLate();
        rig.source(3, 4);
        rig.data(5, 6);
        rig.ack(2, 6);
        assertEquals("nak 4 0x62", rig.ack(0, 6));
        assertEquals("", rig.data(4, 5, 6));
        rig.nowNs += NAK_REPEAT_NS;
        assertEquals("nak 4 0x62", rig.data(4), "no success, however long it goes on");
    }

    @Test
    void shouldStandAtTheLowestPsnThatTheSourceHasSentSince() {
        refusedWhileAnotherIsLate();
        // 4 and 5 are lost in front of the switch.
        rig.source(3, 6);
        rig.ack(2, 3);
        assertEquals("", rig.ack(0, 3), "3 is not all that is before 6");
        assertEquals("", rig.data(5), "the first is lost once more");
        assertEquals("nak 4 0x62", rig.data(4));
    }

    @Test
    void shouldNotBeLoweredWhileItsPathIsKnown() {
        refusedWhileAnotherIsLate();
        rig.data(0);
        rig.ack(3, 0);
        assertEquals("nak 2 0x62", rig.ack(3, 1));
    }

    @Test
    void shouldEndAfterTheSourceMovedWhenItsSenderSpeaks() {
        refusedWhileAnotherIsLate();
        rig.source(3, 4);
        rig.ack(2, 4);
        assertEquals("", rig.nak(1, 4), "it lives");
        assertFalse(rig.has(GroupFeedback.FATAL_WAITS));
        assertEquals("nak 4 0x60", rig.ack(0, 4));
    }

    @Test
    void shouldEndWhenItsSenderIsTheSource() {
        refusedWhileAnotherIsLate();
        rig.source(1, 4);
        assertFalse(rig.has(GroupFeedback.FATAL_WAITS));
        assertFalse(rig.mft.pathFeedback().refuses(rig.id(1)));
    }

    @Test
    void shouldLeaveWhenWhoeverIsLateGoes() {
        refusedWhileAnotherIsLate();
        rig.mft.pathFeedback().set(rig.id(3), PathFeedback.EVICTED);
        assertEquals("nak 2 0x62", rig.membership());
    }

    @Test
    void shouldGoWithItsMember() {
        refusedWhileAnotherIsLate();
        rig.mft.pathFeedback().set(rig.id(1), PathFeedback.EVICTED);
        assertEquals("", rig.membership());
        assertFalse(rig.has(GroupFeedback.FATAL_WAITS));
        assertEquals("ack 3", rig.ack(3, 3));
    }

    @Test
    void shouldBeKnownAgainFromThePathsRecords() {
        refusedWhileAnotherIsLate();
        rig.mft.groupFeedback().clear(rig.slot, GroupFeedback.FATAL_WAITS);
        rig.membership();
        assertTrue(rig.has(GroupFeedback.FATAL_WAITS));
        assertEquals("nak 2 0x62", rig.ack(3, 1));
    }
}
