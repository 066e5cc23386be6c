package io.polycast.cnp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CnpFilterPropertyTest {
    private static final long WINDOW_NS = 1_000_000;
    private static final long GAP_NS = 50_000;

    private Mft mft;
    private int slot;
    private CnpFilter filter;

    /** One a try: jqwik keeps the instance over all tries of a property. */
    @BeforeTry
    @BeforeEach
    void begin() {
        mft = new Mft(2, 64, new UnsafeBuffer(new byte[FeedbackLayout.length(2, 64)]));
        slot = install(mft);
        filter = new CnpFilter(mft, WINDOW_NS, GAP_NS, 2);
    }

    @Property(tries = 200)
    void neverPassesMoreThanTheMostCongestedPathSent(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 8) final int paths) {
        final Random random = new Random(seed);
        long nowNs = 1 + random.nextInt(1_000_000);
        long windowEndNs = nowNs;
        int passed = 0;
        int[] sent = new int[paths];
        for (int step = 0; step < 2_000; step++) {
            nowNs += random.nextInt(20) == 0 ? random.nextInt(3_000_000) : random.nextInt(20_000);
            final int path = Math.min(random.nextInt(paths), random.nextInt(paths));
            if (nowNs >= windowEndNs) {
                windowEndNs = nowNs + WINDOW_NS;
                passed = 0;
                sent = new int[paths];
            }
            sent[path]++;
            if (filter.onSignal(nowNs, slot, id(path))) {
                passed++;
            }
            int most = 0;
            for (final int n : sent) {
                most = Math.max(most, n);
            }
            assertTrue(passed <= most, "seed " + seed + ": passed " + passed + " of " + most);
        }
    }

    @Property(tries = 200)
    void neverMutesForLongerThanOneGap(@ForAll final long seed) {
        final Random random = new Random(seed);
        long nowNs = 1;
        long lastPassedNs = Long.MIN_VALUE / 2;
        final int[] inWindow = new int[4];
        long windowStartNs = 0;
        int passed = 0;
        for (int step = 0; step < 2_000; step++) {
            nowNs += 1 + random.nextInt(120_000);
            if (windowStartNs == 0 || nowNs - windowStartNs >= WINDOW_NS) {
                windowStartNs = nowNs;
                java.util.Arrays.fill(inWindow, 0);
                passed = 0;
            }
            final int path = random.nextInt(4);
            inWindow[path]++;
            final int most = java.util.Arrays.stream(inWindow).max().orElse(0);
            final boolean quiet = nowNs - lastPassedNs >= GAP_NS;
            final boolean pass = filter.onSignal(nowNs, slot, id(path));
            if (quiet && passed < most) {
                assertTrue(
                        pass, "seed " + seed + ": muted after " + (nowNs - lastPassedNs) + " ns");
            }
            if (pass) {
                passed++;
                lastPassedNs = nowNs;
            }
        }
    }

    @Test
    void shouldHandTheVoiceOverWhenAnotherPathLeadsByMoreThanTheHysteresis() {
        assertTrue(filter.onSignal(1, slot, id(1)));
        for (int i = 0; i < 3; i++) {
            filter.onSignal(2, slot, id(2));
        }
        assertEquals(id(1), filter.speaker(slot), "3 against 1: within the hysteresis of 2");
        filter.onSignal(3, slot, id(2));
        assertEquals(id(2), filter.speaker(slot));
        assertFalse(filter.onSignal(4, slot, id(1)), "the former speaker is filtered");
    }

    @Test
    void shouldForgetOldCongestion() {
        for (int i = 0; i < 100; i++) {
            filter.onSignal(1, slot, id(1));
        }
        filter.onSignal(1 + 8 * WINDOW_NS, slot, id(2));
        assertEquals(id(2), filter.speaker(slot), "100 halved eight times is gone");
    }

    private int id(final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    private static int install(final Mft mft) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            paths.add(new PathSpec(i, -1, new byte[] {10, 0, 0, (byte) i}, i, i, null));
        }
        try {
            return new MftWriter(mft).install(new GroupSpec(0x0AFF0001, 0, 0, paths));
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }
}
