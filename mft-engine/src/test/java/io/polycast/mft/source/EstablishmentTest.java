package io.polycast.mft.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Rule 12, receivers ahead of the switch: when a source is known to wait at one PSN, and for whom that counts. */
class EstablishmentTest {
    private static final int SLOT = 0;

    private final Mft mft = new Mft(1, 1, new UnsafeBuffer(new byte[FeedbackLayout.length(1, 1)]));
    private final GroupFeedback groups = mft.groupFeedback();
    private final SourceTracker tracker = new SourceTracker(mft, 1_000, 1_000, 100);
    private final Establishment establishment = tracker.establishment();

    /** The source begins at a PSN; no path has spoken. */
    private void begin(final int psn) {
        groups.unknown(SLOT, 1);
        tracker.onEstablished(SLOT, psn);
    }

    /** Data as the switch tells of it: the bound first, then the watch. */
    private void data(final int... psns) {
        for (final int psn : psns) {
            tracker.onData(SLOT, psn);
            if (establishment.isWatched(SLOT)) {
                establishment.onData(SLOT, psn);
            }
        }
    }

    /** All paths have spoken, and the source was told so. */
    private void allHaveSpoken(final int minimum) {
        groups.unknown(SLOT, 0);
        groups.minimum(SLOT, minimum);
        groups.aggAckPsn(SLOT, minimum);
        groups.set(SLOT, GroupFeedback.AGG_VALID);
    }

    private void assertExcuses(final boolean unknown, final boolean known) {
        assertEquals(unknown, establishment.excuses(SLOT, false), "an unknown path");
        assertEquals(known, establishment.excuses(SLOT, true), "a known path");
    }

    @Test
    void shouldExcuseNobodyBeforeTheSourceIsKnownToWait() {
        begin(100);
        assertTrue(establishment.isOpen(SLOT));
        assertFalse(establishment.isWaiting(SLOT));
        assertExcuses(false, false);
        data(101, 102);
        assertExcuses(false, false);
    }

    @Test
    void shouldKnowASourceThatRepeatsItsFirstFrame() {
        begin(100);
        data(100);
        assertTrue(establishment.isWaiting(SLOT));
        assertFalse(establishment.isWatched(SLOT), "nothing more is to be seen");
        assertExcuses(true, true);
        data(101);
        assertExcuses(true, false);
    }

    @Test
    void shouldKnowASourceThatGoesBackTwiceInARow() {
        begin(100);
        data(101, 102, 100, 101, 102, 100);
        assertTrue(establishment.isWaiting(SLOT));
        begin(100);
        data(101, 102, 101);
        assertFalse(establishment.isWaiting(SLOT), "once to another PSN");
        data(102, 101);
        assertTrue(establishment.isWaiting(SLOT), "and now twice");
        assertEquals(101, groups.anewPsn(SLOT));
    }

    @Test
    void shouldNotTakeTwoStepsToDifferentPsnsForWaiting() {
        begin(100);
        data(101, 102, 103, 101, 102, 103, 102);
        assertFalse(establishment.isWaiting(SLOT));
        assertEquals(102, groups.anewPsn(SLOT));
    }

    @Test
    void shouldSeeAStepBackAcrossTheEndOfPsns() {
        begin(Psn.MASK);
        data(0, 1);
        assertFalse(establishment.isStepBack(SLOT, 2));
        assertTrue(establishment.isStepBack(SLOT, 1), "the same PSN again");
        assertTrue(establishment.isStepBack(SLOT, Psn.MASK));
        data(Psn.MASK);
        assertTrue(establishment.isWaiting(SLOT));
    }

    @Test
    void shouldEndWhenTheSourceGoesOnAndAllHaveSpoken() {
        begin(100);
        data(101);
        assertTrue(establishment.isOpen(SLOT), "a path is unknown");
        groups.unknown(SLOT, 0);
        data(102);
        assertTrue(establishment.isOpen(SLOT), "the source was told nothing");
        allHaveSpoken(100);
        data(103);
        assertFalse(establishment.isOpen(SLOT));
        assertFalse(establishment.isWatched(SLOT));
    }

    @Test
    void shouldNotEndWhileTheFirstFrameIsAllThatPassed() {
        begin(100);
        data(100);
        allHaveSpoken(100);
        establishment.settle(SLOT);
        assertTrue(establishment.isOpen(SLOT));
        data(101);
        establishment.settle(SLOT);
        assertFalse(establishment.isOpen(SLOT));
        assertFalse(establishment.isWaiting(SLOT));
    }

    @Test
    void shouldMoveTheBoundToTheMinimumOnceTheSourceWaits() {
        begin(100);
        allHaveSpoken(120);
        establishment.settle(SLOT);
        assertEquals(100, groups.highest(SLOT), "nobody says that the source waits");
        data(100);
        establishment.settle(SLOT);
        assertEquals(120, groups.highest(SLOT));
        assertFalse(establishment.isOpen(SLOT));
    }

    @Test
    void shouldNotMoveTheBoundBack() {
        begin(100);
        data(100, 101, 102);
        allHaveSpoken(101);
        establishment.settle(SLOT);
        assertEquals(102, groups.highest(SLOT));
    }

    @Test
    void shouldRememberTheFrameWhenTheSameSourceBeginsAnewWithIt() {
        begin(100);
        tracker.onAccepted(0, SLOT);
        tracker.onEstablishedAgain(SLOT, 100);
        assertTrue(establishment.isWaiting(SLOT), "its timer may be longer than an exchange");
        tracker.onEstablishedAgain(SLOT, 101);
        assertFalse(establishment.isWaiting(SLOT));
        tracker.onEstablished(SLOT, 101);
        assertFalse(establishment.isWaiting(SLOT), "another source");
    }

    @Test
    void shouldNotRememberAFrameOfNoExchange() {
        begin(100);
        tracker.onEstablishedAgain(SLOT, 100);
        assertFalse(establishment.isWaiting(SLOT));
    }

    /** A source that began, whose paths have spoken, and whose data 101 and 102 passed. */
    private void settled() {
        begin(100);
        data(101, 102);
        allHaveSpoken(100);
        establishment.settle(SLOT);
        assertFalse(establishment.isOpen(SLOT));
    }

    @Test
    void shouldKnowASourceThatRepeatsOnePsnAndNothingElse() {
        settled();
        establishment.onRetransmission(SLOT, 101);
        assertExcuses(false, false);
        assertTrue(establishment.isRepeated(SLOT, 101));
        assertFalse(establishment.isRepeated(SLOT, 102));
        establishment.onRetransmission(SLOT, 101);
        assertTrue(groups.has(SLOT, GroupFeedback.STANDS));
        assertExcuses(true, true);
    }

    @Test
    void shouldNotTakeTwoRetransmissionsOfDifferentPsnsForStanding() {
        settled();
        establishment.onRetransmission(SLOT, 101);
        establishment.onRetransmission(SLOT, 102);
        assertFalse(groups.has(SLOT, GroupFeedback.STANDS));
        establishment.onRetransmission(SLOT, 102);
        assertTrue(groups.has(SLOT, GroupFeedback.STANDS));
        establishment.onRetransmission(SLOT, 101);
        assertFalse(groups.has(SLOT, GroupFeedback.STANDS));
    }

    @Test
    void shouldNotTakeASourceThatAlsoSendsNewDataForStanding() {
        settled();
        establishment.onRetransmission(SLOT, 101);
        data(103);
        establishment.onRetransmission(SLOT, 101);
        assertFalse(groups.has(SLOT, GroupFeedback.STANDS), "103 passed in between");
        establishment.onRetransmission(SLOT, 101);
        assertTrue(groups.has(SLOT, GroupFeedback.STANDS));
        data(104);
        assertExcuses(false, false);
    }

    @Test
    void shouldNotTakeASourceThatJumpsForStanding() {
        settled();
        establishment.onRetransmission(SLOT, 101);
        establishment.onRetransmission(SLOT, 101);
        data(110);
        assertExcuses(false, false);
    }

    @Test
    void shouldEndStandingWhenTheMinimumReachesThatPsn() {
        settled();
        establishment.onRetransmission(SLOT, 101);
        establishment.onRetransmission(SLOT, 101);
        groups.minimum(SLOT, 100);
        establishment.settle(SLOT);
        assertTrue(groups.has(SLOT, GroupFeedback.STANDS));
        groups.minimum(SLOT, 101);
        establishment.settle(SLOT);
        assertFalse(groups.has(SLOT, GroupFeedback.STANDS));
    }

    @Test
    void shouldMoveTheBoundToTheMinimumWhileTheSourceStands() {
        settled();
        establishment.onRetransmission(SLOT, 101);
        establishment.onRetransmission(SLOT, 101);
        groups.minimum(SLOT, 130);
        establishment.settle(SLOT);
        assertEquals(130, groups.highest(SLOT));
    }

    /** Where all data has passed here, no receiver can be ahead. */
    @Test
    void shouldNotWatchAGroupWhoseRegisteredFirstPsnBeganIt() {
        settled();
        groups.clear(SLOT, GroupFeedback.PASSED_BEFORE);
        establishment.onRetransmission(SLOT, 101);
        establishment.onRetransmission(SLOT, 101);
        assertFalse(groups.has(SLOT, GroupFeedback.STANDS));
    }

    @Test
    void shouldCloseWithARetransmissionOnceAllHaveSpoken() {
        begin(100);
        data(100, 101);
        allHaveSpoken(100);
        establishment.onRetransmission(SLOT, 100);
        assertFalse(establishment.isOpen(SLOT));
    }

    @Test
    void shouldSayThatAllPathsHaveSpoken() {
        begin(100);
        groups.set(SLOT, GroupFeedback.MISSED);
        allHaveSpoken(100);
        establishment.settle(SLOT);
        assertFalse(groups.has(SLOT, GroupFeedback.MISSED));
    }
}
