package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.wire.Aeth;
import org.junit.jupiter.api.Test;

/** Rule 7: the MSN of a frame to the source is that of the slowest receiver. */
class MsnTest {
    private final AckRig rig = new AckRig(3);

    private void ack(final int path, final int psn, final int msn) {
        rig.aggregator.onAck(rig.nowNs, rig.slot, rig.id(path), psn, msn);
    }

    private void evict(final int path) {
        rig.mft.pathFeedback().set(rig.id(path), PathFeedback.EVICTED);
        rig.aggregator.recount(rig.slot);
    }

    private int msn() {
        return rig.aggregator.msn(rig.slot);
    }

    @Test
    void shouldBeThatOfTheSlowestKnownReceiverWhileAnotherIsUnknown() {
        rig.anew(10);
        rig.data(11, 12, 13);
        ack(1, 12, 30);
        assertEquals(30, msn());
        ack(2, 11, 20);
        assertEquals(20, msn(), "a later path is slower");
        ack(2, 13, 40);
        assertEquals(30, msn(), "an earlier path is slower");
    }

    @Test
    void shouldCompareKnownReceiversAcrossTheEndOfPsns() {
        rig.anew(0xFFFFFF);
        rig.data(0, 1);
        ack(1, 0, 30);
        ack(2, 0xFFFFFF, 20);
        assertEquals(20, msn());
    }

    @Test
    void shouldNotBeThatOfAMemberOutOfService() {
        rig.anew(10);
        rig.data(11, 12);
        ack(1, 12, 30);
        ack(2, 11, 20);
        evict(2);
        assertEquals(30, msn());
    }

    @Test
    void shouldBeThatOfARefusingPathWhenNoReceiverIsKnown() {
        rig.data(1, 2, 3);
        ack(1, 3, 30);
        rig.aggregator.onNak(1, rig.slot, rig.id(2), 2, Aeth.NAK_REMOTE_ACCESS_ERROR, 20);
        rig.anew(4);
        assertEquals(20, msn());
    }

    @Test
    void shouldBeOneThatWasToldBeforeWhenNoReceiverIsKnown() {
        rig.data(1, 2, 3);
        ack(3, 3, 33);
        ack(2, 3, 32);
        rig.anew(4);
        assertTrue(msn() == 32 || msn() == 33, "MSN " + msn());
    }

    @Test
    void shouldBeThatOfTheSourceWhenNoOtherPathHasToldOne() {
        rig.data(1, 2, 3);
        ack(1, 3, 31);
        rig.aggregator.onAnew(rig.nowNs, rig.slot, rig.id(1));
        assertEquals(31, msn());
    }

    @Test
    void shouldFollowThePathsAtTheMinimum() {
        rig.data(1, 2, 3);
        ack(1, 1, 11);
        ack(2, 1, 12);
        ack(3, 3, 13);
        assertTrue(msn() == 11 || msn() == 12, "MSN " + msn());
        ack(1, 3, 21);
        assertEquals(12, msn(), "path 2 alone is at the minimum");
        ack(2, 2, 22);
        assertEquals(22, msn());
        ack(2, 3, 23);
        ack(1, 3, 21);
        assertEquals(3, rig.mft.groupFeedback().atMinimum(rig.slot));
    }

    @Test
    void shouldBeZeroWithoutReceivers() {
        rig.data(1);
        ack(1, 1, 11);
        ack(2, 1, 12);
        ack(3, 1, 13);
        for (int path = 1; path <= 3; path++) {
            evict(path);
        }
        assertEquals(Mft.NONE, rig.aggregator.minimumPath(rig.slot));
        assertEquals(0, msn());
    }
}
