package io.polycast.mft.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Which data may turn the tree, and what of the source's own data bounds feedback (rules 11, 12). */
class SourceTrackerTest {
    private static final int WINDOW = 1_000;
    private static final int SOURCE = 3;
    private static final int OTHER = 4;
    private static final int SLOT = 0;

    private final Mft mft = new Mft(1, 1, new UnsafeBuffer(new byte[FeedbackLayout.length(1, 1)]));
    private final GroupFeedback groups = mft.groupFeedback();
    private final SourceTracker tracker = new SourceTracker(mft, WINDOW, 1_000, 100);

    private void begin(final int psn) {
        groups.source(SLOT, SOURCE);
        tracker.onEstablished(SLOT, psn);
        tracker.onAccepted(0, SLOT);
    }

    private int pass(final int... psns) {
        int order = SourceTracker.NEW;
        for (final int psn : psns) {
            order = tracker.onData(SLOT, psn);
        }
        return order;
    }

    private void assertWindow(final int reference) {
        assertEquals(SourceTracker.IMPLAUSIBLE, tracker.judge(0, SLOT, OTHER, reference));
        assertEquals(SourceTracker.CANDIDATE, tracker.judge(0, SLOT, OTHER, Psn.next(reference)));
        assertEquals(
                SourceTracker.CANDIDATE,
                tracker.judge(0, SLOT, OTHER, Psn.plus(reference, WINDOW)));
        assertEquals(
                SourceTracker.IMPLAUSIBLE,
                tracker.judge(0, SLOT, OTHER, Psn.plus(reference, WINDOW + 1)));
    }

    @Test
    void shouldLetTheTreeTurnInsideTheWindowBehindTheAggregateOnly() {
        begin(5_000);
        groups.aggAckPsn(SLOT, Psn.MASK - 10);
        groups.set(SLOT, GroupFeedback.AGG_VALID);
        assertWindow(Psn.MASK - 10);
        assertEquals(SourceTracker.SOURCE, tracker.judge(0, SLOT, SOURCE, 4_950));
    }

    @Test
    void shouldKnowOneByOneWhatIsAboveAGap() {
        begin(100);
        assertEquals(SourceTracker.NEW, pass(102));
        assertEquals(100, groups.highest(SLOT), "a lone jump moves nothing");
        pass(101);
        assertEquals(102, groups.highest(SLOT), "the gap has closed");
        assertFalse(groups.has(SLOT, GroupFeedback.PASSED_VALID));
    }

    @Test
    void shouldFollowTheScenarioOfTheIssue() {
        begin(100);
        assertEquals(SourceTracker.NEW, pass(102, 104));
        assertEquals(100, groups.highest(SLOT));
        assertEquals(SourceTracker.NEW, pass(101));
        assertEquals(102, groups.highest(SLOT));
        assertEquals(SourceTracker.NEW, pass(103));
        assertEquals(104, groups.highest(SLOT));
        assertEquals(SourceTracker.RETRANSMISSION, pass(104));
    }

    @Test
    void shouldLeaveAGapBehindOnceASuccessorFollows() {
        begin(100);
        pass(102, 103);
        assertEquals(103, groups.highest(SLOT));
        assertFalse(groups.has(SLOT, GroupFeedback.PASSED_VALID));
        begin(Psn.MASK);
        pass(1, 9, 10, 12, 11);
        assertEquals(12, groups.highest(SLOT), "the gap behind 12 closed above the bound");
    }

    @Test
    void shouldKnowSixtyFourPsnsAndNotOneMore() {
        begin(0);
        pass(65, 64);
        assertEquals(1L << 63, groups.passed(SLOT));
        assertTrue(groups.has(SLOT, GroupFeedback.PASSED_VALID));
        for (int psn = 1; psn < 64; psn++) {
            pass(psn);
        }
        assertEquals(64, groups.highest(SLOT), "65 was too far ahead to be known");
        assertEquals(0, groups.passed(SLOT));
    }

    @Test
    void shouldBelieveARepeatedPsnOnceTheCallerHasVerifiedIt() {
        begin(100);
        assertEquals(SourceTracker.REPEATED_JUMP, pass(103, 105, 103));
        assertEquals(100, groups.highest(SLOT), "its ICRC may be wrong");
        tracker.onJumpConfirmed(SLOT, 103);
        assertEquals(103, groups.highest(SLOT));
        assertEquals(1L << 1, groups.passed(SLOT), "105 is still known");
        pass(104);
        assertEquals(105, groups.highest(SLOT));
    }

    @Test
    void shouldBelieveARepeatedPsnBeyondTheWindowAsWell() {
        begin(100);
        assertEquals(SourceTracker.REPEATED_JUMP, pass(170, 170));
        assertEquals(0, groups.passed(SLOT));
        tracker.onJumpConfirmed(SLOT, 170);
        assertEquals(170, groups.highest(SLOT));
    }

    @Test
    void shouldForgetWhatIsAboveTheBoundWithItsSource() {
        begin(100);
        pass(102);
        tracker.onEstablished(SLOT, 500);
        assertEquals(500, groups.highest(SLOT));
        pass(501);
        assertEquals(501, groups.highest(SLOT));
        assertEquals(SourceTracker.NEW, pass(503));
        assertEquals(501, groups.highest(SLOT), "502 has not passed");
    }

    @Test
    void shouldMoveByACorruptedPsnOnlyOnceItsGapCloses() {
        begin(100);
        pass(103);
        assertEquals(100, groups.highest(SLOT));
        pass(101);
        assertEquals(101, groups.highest(SLOT));
        pass(102);
        assertEquals(103, groups.highest(SLOT), "one too far, until 103 passes in truth");
    }

    /** Against numbers that do not wrap, and a set of those that have passed. */
    @Property(tries = 500)
    void shouldKeepTheEndOfTheRunThatTouchesTheBound(
            @ForAll final long seed, @ForAll @IntRange(min = 0, max = Psn.MASK) final int first) {
        final Random random = new Random(seed);
        begin(first);
        final Set<Long> passed = new HashSet<>();
        long bound = first;
        long candidate = -1;
        long most = first;
        for (int n = 0; n < 400; n++) {
            final long psn = draw(random, bound, most);
            most = Math.max(most, psn);
            final int order = tracker.onData(SLOT, (int) psn & Psn.MASK);
            final long step = psn - bound;
            if (step <= 0) {
                assertEquals(SourceTracker.RETRANSMISSION, order, "frame " + n);
            } else if (step == 1 || candidate + 1 == psn && candidate >= 0) {
                assertEquals(SourceTracker.NEW, order, "frame " + n);
                candidate = step == 1 ? candidate : -1;
                bound = psn;
            } else if (candidate == psn || step <= 64 && passed.contains(psn)) {
                assertEquals(SourceTracker.REPEATED_JUMP, order, "frame " + n);
                if (random.nextBoolean()) {
                    tracker.onJumpConfirmed(SLOT, (int) psn & Psn.MASK);
                    candidate = -1;
                    bound = psn;
                }
            } else {
                assertEquals(SourceTracker.NEW, order, "frame " + n);
                candidate = psn;
                if (step <= 64) {
                    passed.add(psn);
                }
            }
            while (passed.contains(bound + 1)) {
                bound++;
            }
            assertState(bound, passed, n);
        }
    }

    private static long draw(final Random random, final long bound, final long most) {
        final int kind = random.nextInt(10);
        if (kind < 4) {
            return bound + 1 + random.nextInt(8);
        }
        if (kind < 6) {
            return bound + 1;
        }
        if (kind == 6) {
            return bound + 60 + random.nextInt(10);
        }
        return kind == 7 ? Math.max(0, bound - random.nextInt(4)) : most + 1;
    }

    private void assertState(final long bound, final Set<Long> passed, final int frame) {
        long above = 0;
        for (int n = 0; n < 64; n++) {
            above |= passed.contains(bound + 1 + n) ? 1L << n : 0;
        }
        assertEquals((int) bound & Psn.MASK, groups.highest(SLOT), "frame " + frame);
        assertEquals(above, groups.passed(SLOT), "frame " + frame);
        assertEquals(above != 0, groups.has(SLOT, GroupFeedback.PASSED_VALID), "frame " + frame);
        assertEquals(0, above & 1);
    }
}
