package io.polycast.mft.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.psn.Psn;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Rules 2, 11 and 12 for a group with a registered first PSN, and the range in which an exchange runs. */
class RegisteredFirstPsnTest {
    private static final int WINDOW = 1_000;
    private static final int ANSWER_WINDOW = 100;
    private static final long IDLE_NS = 800;
    private static final int FIRST = 5;

    private final UnsafeBuffer feedback = new UnsafeBuffer(new byte[FeedbackLayout.length(1, 4)]);
    private Mft mft = new Mft(1, 4, feedback);
    private GroupFeedback groups = mft.groupFeedback();
    private SourceTracker tracker = new SourceTracker(mft, WINDOW, IDLE_NS, ANSWER_WINDOW);
    private int slot;

    private void install(final int initialPsn) throws GroupRefusedException {
        slot = new MftWriter(mft).install(spec(initialPsn));
    }

    private static GroupSpec spec(final int initialPsn) {
        return new GroupSpec(
                0x0AFF_0001,
                0,
                initialPsn,
                false,
                FatalNakPolicy.FAIL_GROUP,
                SilentPolicy.FREEZE,
                0,
                List.of(
                        new PathSpec(0, -1, new byte[] {10, 0, 0, 1}, 1, 1, null),
                        new PathSpec(1, -1, new byte[] {10, 0, 0, 2}, 2, 2, null)));
    }

    private int id(final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    private int judge(final int path, final int psn) {
        return tracker.judge(0, slot, id(path), psn);
    }

    private void establish(final int path, final int psn) {
        groups.source(slot, id(path));
        tracker.onEstablished(slot, psn);
        tracker.onAccepted(0, slot);
    }

    /** {@code inside} for data in [first, first - 1 + sourceWindow], ANEW for all other. */
    private void assertInitialWindow(final int path) {
        assertEquals(SourceTracker.ANEW, judge(path, FIRST - 1));
        assertEquals(SourceTracker.CANDIDATE, judge(path, FIRST));
        assertEquals(SourceTracker.CANDIDATE, judge(path, FIRST - 1 + WINDOW));
        assertEquals(SourceTracker.ANEW, judge(path, FIRST + WINDOW));
        assertEquals(SourceTracker.ANEW, judge(path, Psn.plus(FIRST, -10)), "before 0");
    }

    @Test
    void rule11ShouldBeginInTheWindowOfTheRegisteredPsnOnly() throws GroupRefusedException {
        install(FIRST);
        assertInitialWindow(0);
    }

    @Test
    void rule11ShouldMoveTheSourceInThatWindowWhileNothingWasTold() throws GroupRefusedException {
        install(FIRST);
        establish(0, FIRST);
        assertInitialWindow(1);
    }

    @Test
    void rule11ShouldTakeAnyPsnWithoutARegisteredOne() throws GroupRefusedException {
        install(GroupSpec.UNKNOWN_PSN);
        assertEquals(SourceTracker.CANDIDATE, judge(0, 0));
        assertEquals(SourceTracker.CANDIDATE, judge(0, Psn.MASK));
        establish(0, 700_000);
        assertEquals(SourceTracker.CANDIDATE, judge(1, 3), "no aggregate could refuse it");
    }

    @Test
    void rule11ShouldTakeARegisteredPsnOfZero() throws GroupRefusedException {
        install(0);
        assertEquals(SourceTracker.ANEW, judge(0, Psn.MASK));
        assertEquals(SourceTracker.CANDIDATE, judge(0, 0));
    }

    @Test
    void rule2ShouldBeginAnewWithTheFirstDataAfterAStart() throws GroupRefusedException {
        new MftWriter(mft).install(spec(FIRST));
        mft = new Mft(1, 4, feedback);
        groups = mft.groupFeedback();
        tracker = new SourceTracker(mft, WINDOW, IDLE_NS, ANSWER_WINDOW);
        slot = new MftWriter(mft).start(spec(FIRST));
        assertEquals(SourceTracker.ANEW, judge(0, FIRST), "whatever is registered");
    }

    @Test
    void rule11ShouldBeginAnewWithTheSourcesDataBeforeTheRegisteredPsn()
            throws GroupRefusedException {
        install(FIRST);
        establish(0, FIRST);
        assertEquals(SourceTracker.SOURCE, judge(0, FIRST));
        assertEquals(SourceTracker.ANEW, judge(0, FIRST - 1));
        groups.aggAckPsn(slot, FIRST);
        groups.set(slot, GroupFeedback.AGG_VALID);
        assertEquals(SourceTracker.SOURCE, judge(0, FIRST - 1), "an aggregate exists");
        groups.clear(slot, GroupFeedback.AGG_VALID | GroupFeedback.REGISTERED);
        assertEquals(SourceTracker.SOURCE, judge(0, FIRST - 1), "the group has begun anew");
    }

    @Test
    void rule12ShouldKnowThatNothingPassedBeforeTheRegisteredPsn() throws GroupRefusedException {
        install(FIRST);
        establish(0, FIRST);
        assertFalse(groups.has(slot, GroupFeedback.PASSED_BEFORE));
        establish(0, FIRST);
        assertTrue(groups.has(slot, GroupFeedback.PASSED_BEFORE), "an exchange ran before");
    }

    @Test
    void rule12ShouldSupposeThatDataPassedBeforeAnyOtherPsn() throws GroupRefusedException {
        install(FIRST);
        establish(0, FIRST + 1);
        assertTrue(groups.has(slot, GroupFeedback.PASSED_BEFORE));
    }

    @Test
    void rule2ShouldMeasureFromTheHighestPsnWithoutAMinimum() throws GroupRefusedException {
        install(GroupSpec.UNKNOWN_PSN);
        establish(0, 500);
        groups.minimum(slot, 490);
        groups.receivers(slot, 1);
        groups.unknown(slot, 1);
        assertEquals(SourceTracker.SOURCE, judge(0, 500 - ANSWER_WINDOW));
        assertEquals(SourceTracker.ANEW, judge(0, 500 - ANSWER_WINDOW - 1), "a path is unknown");
        groups.unknown(slot, 0);
        assertEquals(SourceTracker.SOURCE, judge(0, 490 - ANSWER_WINDOW), "behind the minimum");
        assertEquals(SourceTracker.ANEW, judge(0, 490 - ANSWER_WINDOW - 1));
        groups.receivers(slot, 0);
        assertEquals(SourceTracker.ANEW, judge(0, 490 - ANSWER_WINDOW), "nobody receives");
    }

    @Test
    void rule9ShouldAnswerAnEarlierSourceInTheAnswerWindowOnly() throws GroupRefusedException {
        install(GroupSpec.UNKNOWN_PSN);
        establish(0, 500);
        groups.aggAckPsn(slot, 500);
        groups.turnAckPsn(slot, 400);
        groups.set(slot, GroupFeedback.AGG_VALID | GroupFeedback.TURN_VALID);
        assertEquals(SourceTracker.FORMER, judge(1, 400 - ANSWER_WINDOW));
        assertEquals(SourceTracker.IMPLAUSIBLE, judge(1, 400 - ANSWER_WINDOW - 1));
    }

    @Test
    void rule2ShouldMeasureThePauseFromTheLastAcceptedData() throws GroupRefusedException {
        install(GroupSpec.UNKNOWN_PSN);
        establish(0, 500);
        tracker.onAccepted(1_000_000, slot);
        final long overNs = 1_000_000 + IDLE_NS;
        assertEquals(SourceTracker.SOURCE, tracker.judge(overNs - 1, slot, id(0), 501));
        assertEquals(SourceTracker.ANEW, tracker.judge(overNs, slot, id(0), 501));
    }

    @Test
    void rule12ShouldBeginTheBoundAgainWithAGroupThatBeginsAnew() throws GroupRefusedException {
        install(GroupSpec.UNKNOWN_PSN);
        establish(0, 500);
        tracker.onData(slot, 502);
        tracker.onEstablishedAgain(slot, 300);
        assertEquals(300, groups.highest(slot));
        assertFalse(groups.has(slot, GroupFeedback.PASSED_VALID));
    }

    @Test
    void rule2ShouldVerifyTheSourceEightTimesPerIdleTime() throws GroupRefusedException {
        install(GroupSpec.UNKNOWN_PSN);
        establish(0, 500);
        tracker.onAccepted(1_000, slot);
        assertFalse(tracker.prolongs(1_000 + IDLE_NS / 8 - 1, slot));
        assertTrue(tracker.prolongs(1_000 + IDLE_NS / 8, slot));
    }

    @Test
    void rule12ShouldTellPassedDataFromJumps() throws GroupRefusedException {
        install(GroupSpec.UNKNOWN_PSN);
        assertFalse(tracker.hasPassed(slot, 0), "nothing has");
        establish(0, 500);
        assertTrue(tracker.hasPassed(slot, 500));
        assertFalse(tracker.hasPassed(slot, 501));
        assertFalse(tracker.isJump(slot, 501));
        assertTrue(tracker.isJump(slot, 502));
        assertFalse(tracker.isJump(slot, 499));
    }
}
