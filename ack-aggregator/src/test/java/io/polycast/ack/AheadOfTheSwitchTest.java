package io.polycast.ack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.source.Establishment;
import org.junit.jupiter.api.Test;

/** Rule 12: receivers may be ahead of a switch that lost its state; their feedback counts once the source waits. */
class AheadOfTheSwitchTest {
    private final AckRig rig = new AckRig(2);
    private final GroupFeedback groups = rig.mft.groupFeedback();
    private final Establishment establishment = rig.sources.establishment();

    /** The source sends a PSN again, which the switch sees as a step back. */
    private void again(final int psn) {
        establishment.onData(rig.slot, psn);
    }

    /** The source repeats one PSN and nothing else, long after the group began. */
    private void standsAt(final int psn) {
        establishment.onRetransmission(rig.slot, psn);
        establishment.onRetransmission(rig.slot, psn);
    }

    private boolean isUnknown(final int paths) {
        return groups.unknown(rig.slot) == paths;
    }

    @Test
    void shouldBelieveUnknownPathsOnceTheSourceWaits() {
        rig.anew(10);
        assertEquals("", rig.ack(1, 20));
        assertTrue(isUnknown(2), "the PSN may never have been sent");
        again(10);
        assertEquals("", rig.ack(1, 20));
        assertTrue(isUnknown(1));
        assertEquals("ack 20", rig.ack(2, 30));
        assertEquals(20, groups.highest(rig.slot), "the bound follows the minimum");
    }

    @Test
    void shouldBelieveNaksOnceTheSourceWaits() {
        rig.anew(10);
        again(10);
        assertEquals("", rig.nak(1, 15));
        assertEquals("nak 15 0x60", rig.ack(2, 20));
    }

    @Test
    void shouldBelieveNothingBeyondTheAnswerWindow() {
        rig.anew(10);
        again(10);
        rig.ack(1, 10 + AckRig.ANSWER_WINDOW + 1);
        assertTrue(isUnknown(2));
        rig.ack(1, 10 + AckRig.ANSWER_WINDOW);
        assertTrue(isUnknown(1));
    }

    @Test
    void shouldBelieveKnownPathsWhileNothingHasPassedBehindThatPsn() {
        rig.anew(10);
        rig.ack(1, 10);
        again(10);
        assertEquals("", rig.ack(1, 20));
        assertEquals("ack 15", rig.ack(2, 15));
        assertEquals(15, groups.highest(rig.slot));
    }

    @Test
    void shouldBelieveKnownPathsNoMoreWhenDataHasPassedBehindThatPsn() {
        rig.anew(10);
        rig.ack(1, 10);
        again(10);
        rig.data(11);
        assertEquals("", rig.ack(1, 20));
        assertEquals("ack 10", rig.ack(2, 20), "path 1 is believed up to 10 only");
    }

    @Test
    void shouldEndOnceAllHaveAnswered() {
        rig.anew(10);
        again(10);
        rig.ack(1, 20);
        assertEquals("ack 20", rig.ack(2, 20));
        assertEquals("", rig.ack(1, 25) + rig.ack(2, 25), "the source is known to wait no more");
        rig.data(21);
        assertEquals("ack 21", rig.ack(1, 21) + rig.ack(2, 21));
    }

    @Test
    void shouldTakeARegisteredFirstPsnForNoAnswer() {
        // The group has its registered first PSN, 0: both paths stand before it.
        again(0);
        rig.data(1);
        assertEquals("", rig.ack(1, 5), "its first word");
        assertEquals(1, groups.highest(rig.slot), "path 2 has said nothing");
        assertEquals("", rig.ack(1, 6));
        assertEquals("ack 5", rig.ack(2, 5));
        assertEquals(5, groups.highest(rig.slot));
    }

    @Test
    void shouldBelieveAnyPathWhileTheSourceRepeatsOnePsnOnly() {
        rig.anew(10);
        assertEquals("ack 10", rig.ack(1, 10) + rig.ack(2, 10));
        rig.data(11, 12);
        assertEquals("", rig.ack(1, 20));
        standsAt(11);
        assertEquals("", rig.ack(1, 20));
        assertEquals("ack 20", rig.ack(2, 20));
        assertEquals(20, groups.highest(rig.slot));
        assertFalse(rig.has(GroupFeedback.STANDS), "the minimum is past where the source stood");
        assertEquals("", rig.ack(1, 30) + rig.ack(2, 30));
    }

    @Test
    void shouldBelieveNobodyOnceTheSourceSendsOtherData() {
        rig.anew(10);
        assertEquals("ack 10", rig.ack(1, 10) + rig.ack(2, 10));
        rig.data(11, 12);
        standsAt(11);
        establishment.onOtherData(rig.slot);
        assertEquals("", rig.ack(1, 20) + rig.ack(2, 20));
    }

    @Test
    void shouldAnswerTheSwitchAboveUntilAllHaveSpoken() {
        rig.anew(10);
        assertTrue(rig.has(GroupFeedback.MISSED));
        rig.ack(1, 10);
        assertTrue(rig.has(GroupFeedback.MISSED));
        rig.ack(2, 10);
        assertFalse(rig.has(GroupFeedback.MISSED));
        rig.anew(20);
        assertTrue(rig.has(GroupFeedback.MISSED), "each time that the group begins");
    }

    @Test
    void shouldFollowReceiversThatAreAheadAlthoughAllHaveSpokenBefore() {
        rig.anew(10);
        assertEquals("ack 10", rig.ack(1, 10) + rig.ack(2, 10));
        again(10);
        assertEquals("ack 20", rig.ack(1, 20) + rig.ack(2, 20));
        assertEquals(20, groups.highest(rig.slot));
    }

    @Test
    void shouldBelieveNothingWithoutDataOfASource() {
        final AckRig silent = new AckRig(2);
        silent.mft.groupFeedback().clear(silent.slot, GroupFeedback.HIGHEST_VALID);
        assertEquals("", silent.ack(1, 0) + silent.ack(2, 0));
    }

    @Test
    void shouldAnswerTheSwitchAboveUntilAllRegisteredPathsHaveSpoken() {
        assertTrue(rig.has(GroupFeedback.MISSED));
        rig.ack(1, 0);
        assertTrue(rig.has(GroupFeedback.MISSED), "path 2 stands before the first PSN");
        rig.ack(2, 0);
        assertFalse(rig.has(GroupFeedback.MISSED));
    }
}
