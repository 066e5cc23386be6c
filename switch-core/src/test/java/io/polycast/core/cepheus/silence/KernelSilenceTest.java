package io.polycast.core.cepheus.silence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that the kernel forwarded count for rule 8 as those that the engine forwarded. */
class KernelSilenceTest extends SilenceRig {
    private void kernel(
            final long nowNs,
            final int last,
            final int asked,
            final boolean repeated,
            final boolean steppedBack) {
        watch.onKernelFrames(nowNs, slot, last, asked, repeated, steppedBack);
    }

    @Test
    void shouldCountRequestsThatTheKernelForwarded() {
        groups.highest(slot, 5);
        kernel(0, 5, 5, false, false);
        kernel(AFTER / 2, 5, 5, true, true);
        assertNothingDue();
        kernel(AFTER, 5, 5, true, true);
        assertEquals(List.of(1, 2, 3), silentAt(AFTER + LOOK));
    }

    @Test
    void shouldNotCountOneRoundOfTheKernelTwice() {
        groups.highest(slot, 5);
        kernel(0, 5, 5, false, false);
        kernel(AFTER / 2, 5, 5, true, true);
        kernel(AFTER, 5, 5, true, false);
        assertNothingDue();
    }

    @Test
    void shouldCountAKernelsJumpOnceTheBoundHasPassedIt() {
        groups.highest(slot, 5);
        kernel(0, 9, 9, false, false);
        kernel(AFTER / 4, -1, -1, false, false);
        groups.highest(slot, 9);
        kernel(AFTER / 2, -1, -1, false, false);
        again(AFTER, 9);
        again(AFTER + AFTER / 2 - 1, 9);
        assertNothingDue();
        again(AFTER + AFTER / 2, 9);
        assertEquals(List.of(1, 2, 3), silentAt(AFTER + AFTER / 2 + LOOK));
    }

    @Test
    void shouldForgetAKernelsJumpWithItsSource() {
        groups.highest(slot, 5);
        kernel(0, 9, 9, false, false);
        watch.onSource(slot);
        groups.highest(slot, 9);
        freshWithoutRequest(1, 10);
        again(AFTER, 9);
        again(2 * AFTER, 9);
        assertNothingDue();
    }

    @Test
    void shouldSeeAStepBackBehindTheKernelsLastData() {
        fresh(0, 6);
        groups.highest(slot, 8);
        again(AFTER / 2, 6);
        kernel(AFTER / 2, 8, -1, false, false);
        again(AFTER, 7);
        assertEquals(List.of(1, 2, 3), silentAt(AFTER + LOOK), "7 comes after 8");
    }
}
