package io.polycast.cnp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Windows, gaps and counts at their edges, with two groups side by side. */
class CnpFilterTest {
    private static final long WINDOW_NS = 1_000_000;
    private static final long GAP_NS = 50_000;
    private static final long START_NS = 10_000_000;

    private Mft mft;
    private PathFeedback paths;
    private CnpFilter filter;
    private int slot;
    private int other;

    @BeforeEach
    void begin() throws GroupRefusedException {
        mft = new Mft(2, 4, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 4)]));
        paths = mft.pathFeedback();
        final MftWriter writer = new MftWriter(mft);
        slot = writer.install(spec(1));
        other = writer.install(spec(2));
        filter = new CnpFilter(mft, WINDOW_NS, GAP_NS, 0);
    }

    private static GroupSpec spec(final int number) {
        return new GroupSpec(0x0AFF_0000 + number, 0, 0, List.of(path(number, 1), path(number, 2)));
    }

    private static PathSpec path(final int group, final int port) {
        final byte[] ip = {10, 0, (byte) group, (byte) port};
        return new PathSpec(port, PathSpec.ANY_VLAN, ip, port, 16 + port, null);
    }

    private int id(final int group, final int path) {
        return mft.feedbackId(mft.row(group, path));
    }

    private boolean signal(final long afterNs, final int group, final int path) {
        return filter.onSignal(START_NS + afterNs, group, id(group, path));
    }

    @Test
    void shouldHaveNoSpeakerBeforeTheFirstSignal() {
        assertEquals(-1, filter.speaker(slot));
        assertEquals(-1, filter.speaker(other));
    }

    @Test
    void shouldCountEverySignalOfAPath() {
        signal(0, slot, 0);
        signal(1, slot, 0);
        signal(2, slot, 1);
        signal(WINDOW_NS, slot, 0);
        assertEquals(3, paths.cnps(id(slot, 0)));
        assertEquals(1, paths.cnps(id(slot, 1)));
    }

    @Test
    void shouldPassAnotherPathsSignalOnceTheGapIsOver() {
        assertTrue(signal(0, slot, 0));
        assertTrue(signal(1, slot, 0));
        assertTrue(signal(2, slot, 0));
        filter.onSignal(START_NS + 3, slot, id(slot, 1));
        assertFalse(signal(2 + GAP_NS - 1, slot, 1), "muted, and the window's most is passed");
        signal(2 + GAP_NS - 1, slot, 0);
        assertFalse(signal(2 + 2 * GAP_NS - 2, slot, 1));
    }

    @Test
    void shouldPassAtTheVeryEndOfTheGap() {
        for (int i = 0; i < 4; i++) {
            signal(0, slot, 0);
        }
        // In the next window the speaker's first signal passes; two of the other path make room.
        signal(WINDOW_NS, slot, 0);
        assertFalse(signal(WINDOW_NS + 1, slot, 1), "no more than the most congested path sent");
        assertFalse(signal(WINDOW_NS + GAP_NS - 1, slot, 1), "within the gap");
        assertTrue(signal(WINDOW_NS + GAP_NS, slot, 1), "at its end");
    }

    @Test
    void shouldBeginAWindowAtTheVeryEndOfTheLast() {
        signal(0, slot, 0);
        signal(WINDOW_NS - 1, slot, 0);
        assertEquals(2, paths.cnpsInWindow(id(slot, 0)));
        signal(WINDOW_NS, slot, 0);
        assertEquals(1, paths.cnpsInWindow(id(slot, 0)));
    }

    @Test
    void shouldHalveScoresOnceForEachWindow() {
        for (int i = 0; i < 64; i++) {
            signal(0, slot, 0);
        }
        signal(3 * WINDOW_NS, slot, 1);
        assertEquals(8, paths.cnpScore(id(slot, 0)), "64 halved three times");
        assertEquals(0, paths.cnpsInWindow(id(slot, 0)));
    }

    @Test
    void shouldAgeOneGroupOnly() {
        signal(0, other, 0);
        signal(0, other, 1);
        signal(0, slot, 0);
        signal(WINDOW_NS, slot, 0);
        assertEquals(1, paths.cnpScore(id(other, 0)));
        assertEquals(1, paths.cnpsInWindow(id(other, 0)));
        assertEquals(1, paths.cnpsInWindow(id(other, 1)));
    }

    @Test
    void shouldForgetAGroupsCongestionAndNoOthers() {
        signal(0, slot, 0);
        signal(0, slot, 1);
        signal(0, other, 0);
        filter.reset(slot);
        assertEquals(-1, filter.speaker(slot));
        for (int path = 0; path < 2; path++) {
            assertEquals(0, paths.cnpScore(id(slot, path)));
            assertEquals(0, paths.cnpsInWindow(id(slot, path)));
        }
        assertEquals(1, paths.cnpScore(id(other, 0)));
        assertEquals(1, paths.cnpsInWindow(id(other, 0)));
        assertEquals(id(other, 0), filter.speaker(other));
        assertTrue(signal(1, slot, 1), "the first signal after it passes");
        assertEquals(1, paths.cnpScore(id(slot, 1)));
    }
}
