package io.polycast.core.cepheus.silence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 8 at its judge: which requests count as repeated, and for which members that is silence. */
class SilenceWatchTest extends SilenceRig {
    @Test
    void shouldJudgeAQuarterAfterTheSecondRepetition() {
        fresh(0, 5);
        again(AFTER / 2, 5);
        assertNothingDue();
        again(AFTER, 5);
        assertEquals(Mft.NONE, watch.due(AFTER + LOOK - 1));
        assertEquals(List.of(1, 2, 3), silentAt(AFTER + LOOK));
    }

    @Test
    void shouldNotJudgeBeforeSilentAfter() {
        fresh(0, 5);
        again(1, 5);
        again(AFTER - 1, 5);
        assertNothingDue();
        again(AFTER, 5);
        assertEquals(List.of(1, 2, 3), silentAt(AFTER + LOOK), "a third repetition counts");
    }

    @Test
    void shouldNotJudgeByTimeAlone() {
        fresh(0, 5);
        again(100 * AFTER, 5);
        assertNothingDue();
    }

    @Test
    void shouldTakeAcknowledgementsForAnswers() {
        ripe(5);
        acknowledged(1, 5);
        acknowledged(2, 4);
        assertEquals(List.of(2, 3), silentAt(AFTER + LOOK));
    }

    @Test
    void shouldTakeEveryVerifiedFeedbackForAnAnswer() {
        ripe(5);
        paths.excuse(id(1), AFTER + 1);
        paths.excuse(id(2), AFTER);
        assertEquals(List.of(3), silentAt(AFTER + LOOK));
    }

    @Test
    void shouldCountFromTheLastFeedbackOn() {
        fresh(0, 5);
        paths.excuse(id(1), 10);
        paths.excuse(id(2), AFTER / 2);
        paths.excuse(id(3), -20);
        again(AFTER / 2, 5);
        again(AFTER + 9, 5);
        assertEquals(List.of(3), silentAt(AFTER + 9 + LOOK), "1 was heard less than that ago");
        watch.rearm(AFTER + 9 + LOOK, slot);
        again(2 * AFTER, 5);
        assertEquals(List.of(1, 2, 3), silentAt(2 * AFTER + LOOK));
    }

    @Test
    void shouldNotJudgeSourceNorRefusingNorEvictedMembers() {
        ripe(5);
        paths.waitWith(id(1), 5, NakSeverity.of(0x62));
        paths.set(id(2), PathFeedback.EVICTED);
        assertEquals(List.of(3), silentAt(AFTER + LOOK));
        groups.source(slot, -1);
        assertEquals(List.of(), silent(), "a group without source waits for nobody");
    }

    @Test
    void shouldCountOneRepetitionForEachStepBack() {
        fresh(0, 5);
        fresh(0, 6);
        fresh(0, 7);
        // One round of a source that goes back through its window, with pauses.
        again(AFTER / 2, 5);
        again(AFTER, 6);
        again(2 * AFTER, 7);
        assertNothingDue();
        again(2 * AFTER, 5);
        assertEquals(List.of(1, 2, 3), silentAt(2 * AFTER + LOOK));
    }

    @Test
    void shouldTakeALaterRequestForARepetition() {
        fresh(0, 5);
        freshWithoutRequest(0, 6);
        watch.onData(AFTER / 2, slot, 5, false, true);
        again(AFTER / 2, 6);
        watch.onData(AFTER, slot, 5, false, true);
        again(AFTER, 6);
        assertEquals(List.of(1, 2, 3), silentAt(AFTER + LOOK));
        acknowledged(1, 5);
        assertFalse(watch.isSilent(slot, id(1)), "6 was requested once only in that time");
    }

    @Test
    void shouldNotTakeAnEarlierRequestForARepetition() {
        fresh(0, 4);
        fresh(0, 5);
        acknowledged(1, 4);
        acknowledged(2, 4);
        acknowledged(3, 4);
        again(AFTER / 2, 4);
        again(AFTER, 4);
        assertEquals(List.of(), silentAt(AFTER + LOOK));
    }

    @Test
    void shouldExpectNoAnswerToDataWithoutRequest() {
        fresh(0, 5);
        for (int i = 1; i < 5; i++) {
            watch.onData(i * AFTER, slot, 5, false, true);
        }
        assertNothingDue();
    }

    @Test
    void shouldForgetRequestsOfAnotherSourceAndOfAGroupThatIsSet() {
        ripe(5);
        watch.onSource(slot);
        assertNothingDue();
        ripe(5);
        watch.onGroupGone(slot);
        assertNothingDue();
        fresh(2 * AFTER, 5);
        again(3 * AFTER, 5);
        assertNothingDue();
    }

    @Test
    void shouldNotHoldItsOwnStandstillAgainstMembers() {
        ripe(5);
        final long inTime = AFTER + LOOK + LOOK / 2;
        assertEquals(slot, watch.due(inTime));
        assertEquals(List.of(1, 2, 3), silent(), "a thread may be that late");
        assertEquals(slot, watch.due(inTime + 1));
        assertEquals(List.of(), silent());
        watch.rearm(inTime + 1, slot);
        assertEquals(List.of(1, 2, 3), silentAt(inTime + 1 + LOOK), "answers had time to be read");
    }

    @Test
    void shouldLookAgainOnlyWhenTheSourceRepeatsAgain() {
        ripe(5);
        watch.due(AFTER + LOOK);
        watch.rearm(AFTER + LOOK, slot);
        assertNothingDue();
        again(2 * AFTER, 5);
        again(2 * AFTER + LOOK, 5);
        watch.due(2 * AFTER + LOOK);
        watch.rearm(2 * AFTER + LOOK, slot);
        assertEquals(2 * AFTER + 2 * LOOK, watch.nextDeadlineNs(), "repeated during the pause");
    }

    @Test
    void shouldKeepTheLowestRequests() {
        for (int psn = 9; psn > 3; psn--) {
            watch.onData(0, slot, psn, true, false);
        }
        acknowledged(1, 7);
        acknowledged(2, 6);
        acknowledged(3, 3);
        watch.onData(AFTER / 2, slot, 4, false, true);
        again(AFTER / 2, 9);
        watch.onData(AFTER, slot, 4, false, true);
        again(AFTER, 9);
        assertEquals(List.of(2, 3), silentAt(AFTER + LOOK), "4 to 7 are kept");
    }

    @Test
    void shouldMakeRoomForRequestsBehindTheMinimum() {
        for (int psn = 1; psn <= 4; psn++) {
            fresh(0, psn);
        }
        fresh(0, 5);
        groups.unknown(slot, 0);
        groups.minimum(slot, 2);
        acknowledged(1, 5);
        acknowledged(2, 4);
        acknowledged(3, 2);
        again(LOOK / 2, 5);
        again(AFTER, 5);
        again(AFTER + LOOK / 2, 5);
        assertEquals(List.of(3), silentAt(AFTER + LOOK), "3 and 4 were repeated twice in time");
        watch.rearm(AFTER + LOOK, slot);
        assertEquals(List.of(2, 3), silentAt(AFTER + 2 * LOOK), "5 has a place since");
    }

    @Test
    void shouldExcuseACopyThatDidNotLeave() {
        ripe(5);
        watch.onRefused(AFTER, id(1));
        assertEquals(List.of(2, 3), silentAt(AFTER + LOOK));
    }

    @Test
    void shouldKeepTheSilenceOfMembersThatOweWhenTheGroupBeginsAnew() {
        fresh(0, 5);
        again(AFTER / 2, 5);
        acknowledged(1, 5);
        watch.onAnew(AFTER - 10, slot, 5);
        paths.clear(id(1), PathFeedback.KNOWN);
        again(AFTER, 5);
        assertEquals(List.of(2, 3), silentAt(AFTER + LOOK), "1 had answered all that it was asked");
    }

    @Test
    void shouldMakeRoomForRequestsOfAGroupThatBeginsAnew() {
        for (int psn = 1; psn <= 4; psn++) {
            fresh(0, psn);
        }
        watch.onAnew(10, slot, 100);
        fresh(20, 100);
        acknowledged(1, 99);
        acknowledged(2, 100);
        again(AFTER, 100);
        again(AFTER + 20, 100);
        assertEquals(List.of(1, 3), silentAt(AFTER + 20 + LOOK), "100 was requested");
    }

    @Test
    void shouldTakeThePsnWithWhichTheGroupBeginsAnewForARepetition() {
        fresh(0, 5);
        watch.onAnew(AFTER / 2, slot, 5);
        watch.onData(AFTER / 2, slot, 5, true, true);
        watch.onAnew(AFTER, slot, 5);
        watch.onData(AFTER, slot, 5, true, true);
        assertEquals(List.of(1, 2, 3), silentAt(AFTER + LOOK));
    }

    @Test
    void shouldIgnoreWhatFreezesForEver() throws GroupRefusedException {
        assertFalse(watch.isOff(slot));
        slot = install(SilentPolicy.FREEZE, 2);
        assertTrue(watch.isOff(slot));
        watch.onAnew(5, slot, 5);
        assertEquals(0, paths.excusedNs(id(1)));
    }
}
