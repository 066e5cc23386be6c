package io.polycast.core.cepheus.silence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Rule 8: which requests of a source are kept, and when one of them was repeated twice. */
class AskingsTest {
    private static final long AFTER = 1_000;
    private static final int SLOT = 1;

    private final Mft mft = new Mft(3, 3, new UnsafeBuffer(new byte[FeedbackLayout.length(3, 3)]));
    private final GroupFeedback groups = mft.groupFeedback();
    private final Askings askings = new Askings(mft);

    private Set<Integer> kept(final int slot) {
        final Set<Integer> kept = new TreeSet<>();
        for (int place = askings.first(slot); place < askings.first(slot + 1); place++) {
            if (askings.psn(place) != Mft.NONE) {
                kept.add(askings.psn(place));
            }
        }
        return kept;
    }

    private void fresh(final long nowNs, final int slot, final int... psns) {
        for (final int psn : psns) {
            askings.onNew(nowNs, slot, psn);
        }
    }

    private void again(final long nowNs, final int slot, final int psn) {
        askings.onStepBack(slot);
        askings.onRepeated(nowNs, slot, psn);
    }

    @Test
    void shouldKeepTheLowestFour() {
        fresh(0, SLOT, 7, 5, 9, 6, 8, 4);
        assertEquals(Set.of(4, 5, 6, 7), kept(SLOT));
    }

    @Test
    void shouldKeepTheLowestAcrossTheEndOfPsns() {
        fresh(0, SLOT, 0xFFFFFE, 0xFFFFFF, 0, 1, 2, 0xFFFFFD);
        assertEquals(Set.of(0xFFFFFD, 0xFFFFFE, 0xFFFFFF, 0), kept(SLOT));
    }

    @Test
    void shouldKeepAPsnOnce() {
        fresh(0, SLOT, 7, 7, 8, 7);
        assertEquals(Set.of(7, 8), kept(SLOT));
    }

    @Test
    void shouldMakeRoomAtTheMinimumOnlyWhenAllPathsAreKnown() {
        groups.minimum(SLOT, 8);
        groups.receivers(SLOT, 2);
        groups.unknown(SLOT, 1);
        fresh(0, SLOT, 6, 7, 8, 9, 10);
        assertEquals(Set.of(6, 7, 8, 9), kept(SLOT), "a path is unknown");
        groups.unknown(SLOT, 0);
        fresh(0, SLOT, 10, 11, 12);
        assertEquals(Set.of(9, 10, 11, 12), kept(SLOT), "8 is acknowledged by all");
        askings.forget(SLOT);
        groups.receivers(SLOT, 0);
        fresh(0, SLOT, 5, 6, 7, 8, 9);
        assertEquals(Set.of(5, 6, 7, 8), kept(SLOT), "nobody receives");
    }

    @Test
    void shouldMakeRoomBeforeThePsnWithWhichTheGroupBeginsAnew() {
        fresh(0, SLOT, 6, 7, 8, 9);
        askings.onAnew(SLOT, 8);
        fresh(0, SLOT, 10, 11);
        assertEquals(Set.of(8, 9, 10, 11), kept(SLOT));
        fresh(0, SLOT, 12);
        assertEquals(Set.of(8, 9, 10, 11), kept(SLOT));
    }

    @Test
    void shouldBeginBeforeAFrameThatWasLeftOver() {
        askings.onAnew(SLOT, 8);
        fresh(0, SLOT, 5, 6, 7, 8, 9);
        assertEquals(Set.of(5, 6, 7, 8), kept(SLOT), "the source itself is before 8");
    }

    @Test
    void shouldKnowWhatAskedSinceTheSourceBegan() {
        askings.onAnew(SLOT, 1);
        assertFalse(askings.has(SLOT, 5));
        fresh(0, SLOT, 1, 2, 3, 4, 6);
        assertTrue(askings.has(SLOT, 6), "although it has no place");
        assertTrue(askings.has(SLOT, 5), "a later one has asked");
        assertTrue(askings.has(SLOT, 4));
        assertFalse(askings.has(SLOT, 7));
        askings.onAnew(SLOT, 1);
        assertTrue(askings.has(SLOT, 6), "the source begins where it did");
        askings.onAnew(SLOT, 2);
        assertFalse(askings.has(SLOT, 6), "and now elsewhere");
        assertTrue(askings.has(SLOT, 3), "kept");
        fresh(0, SLOT, 9, 8);
        assertTrue(askings.has(SLOT, 9), "9 stays the highest");
        askings.forget(SLOT);
        assertFalse(askings.has(SLOT, 3) || askings.has(SLOT, 9));
    }

    @Test
    void shouldBeRipeWithTheSecondRepetition() {
        fresh(10, SLOT, 5);
        again(500, SLOT, 5);
        again(10 + AFTER - 1, SLOT, 5);
        assertFalse(askings.isAnyRipe(SLOT, AFTER));
        again(10 + AFTER, SLOT, 5);
        assertTrue(askings.isAnyRipe(SLOT, AFTER));
        assertTrue(askings.isAnyRipeAgain(SLOT, AFTER));
        askings.note(SLOT, AFTER);
        assertTrue(askings.isAnyRipe(SLOT, AFTER));
        assertFalse(askings.isAnyRipeAgain(SLOT, AFTER));
        again(2 * AFTER, SLOT, 5);
        assertTrue(askings.isAnyRipeAgain(SLOT, AFTER));
    }

    @Test
    void shouldKeepARequestBeforePsnZero() {
        fresh(0, SLOT, 0xFFFFF0);
        fresh(AFTER - 1, SLOT, 0xFFFFF5);
        again(AFTER - 1, SLOT, 0xFFFFF5);
        again(AFTER, SLOT, 0xFFFFF5);
        assertTrue(askings.isAnyRipe(SLOT, AFTER), "0xFFFFF0 is the older request");
    }

    /** Two repetitions after the path was heard, the second {@code silentAfter} later. */
    @Test
    void shouldCountRepetitionsSinceAPathWasHeard() {
        fresh(100, SLOT, 5);
        again(400, SLOT, 5);
        again(2_000, SLOT, 5);
        askings.note(SLOT, AFTER);
        int place = askings.first(SLOT);
        while (askings.notedPsn(place) != 5) {
            place++;
        }
        assertTrue(askings.isIgnored(place, 0, AFTER), "never heard");
        assertTrue(askings.isIgnored(place, 99, AFTER), "not since it was asked");
        assertTrue(askings.isIgnored(place, 399, AFTER));
        assertFalse(askings.isIgnored(place, 400, AFTER), "heard with the first repetition");
        assertFalse(askings.isIgnored(place, 700, AFTER), "heard after the first repetition");
        again(2_300, SLOT, 5);
        again(3_300, SLOT, 5);
        assertFalse(askings.isIgnored(place, 700, AFTER), "what is noted counts");
        askings.note(SLOT, AFTER);
        assertTrue(askings.isIgnored(place, 2_299, AFTER));
        assertFalse(askings.isIgnored(place, 2_300, AFTER));
        again(3_400, SLOT, 5);
        askings.note(SLOT, AFTER);
        assertTrue(askings.isIgnored(place, 2_400, AFTER));
        assertFalse(askings.isIgnored(place, 2_401, AFTER), "not so long after");
    }

    @Test
    void shouldKeepGroupsApart() {
        for (int slot = 0; slot < 3; slot += 2) {
            fresh(0, slot, 5);
            again(AFTER, slot, 5);
        }
        fresh(0, SLOT, 1, 2, 3, 4);
        again(1, SLOT, 4);
        again(2, SLOT, 4);
        assertFalse(askings.isAnyRipe(SLOT, AFTER), "neighbours are nearly");
        for (int slot = 0; slot < 3; slot += 2) {
            assertFalse(askings.isAnyRipe(slot, AFTER), "slot " + slot);
            again(AFTER, slot, 5);
            assertTrue(askings.isAnyRipe(slot, AFTER));
        }
        assertFalse(askings.isAnyRipe(SLOT, AFTER), "neighbours are");
        assertFalse(askings.isAnyRipeAgain(SLOT, AFTER));
        askings.note(SLOT, AFTER);
        assertTrue(askings.isAnyRipeAgain(0, AFTER) && askings.isAnyRipeAgain(2, AFTER));
        assertFalse(askings.has(SLOT, 5));
        askings.forget(SLOT);
        assertEquals(Set.of(), kept(SLOT));
        assertEquals(Set.of(5), kept(0));
        fresh(0, 0, 6, 7, 8, 9);
        assertEquals(Set.of(5, 6, 7, 8), kept(0));
        assertEquals(Set.of(), kept(SLOT));
    }
}
