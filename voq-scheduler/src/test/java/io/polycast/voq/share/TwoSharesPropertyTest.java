package io.polycast.voq.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TwoSharesPropertyTest {
    private static final int LONGEST = 9_022;

    /** Both have frames: each gets its part of the bytes, to within two frames. */
    @Property(tries = 200)
    void shouldShareByBytes(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 99) final int percent) {
        final Random random = new Random(seed);
        final TwoShares shares = new TwoShares(percent);
        final long[] sent = new long[2];
        for (int i = 0; i < 20_000; i++) {
            final int kind = shares.next(true, true);
            final int bytes = 64 + random.nextInt(LONGEST - 63);
            sent[kind] += bytes;
            shares.onSent(kind, bytes);
            final long total = sent[0] + sent[1];
            assertTrue(
                    Math.abs(sent[TwoShares.MULTICAST] - total * percent / 100) <= 2 * LONGEST,
                    sent[0] + " of " + total + " at " + percent + " %");
        }
    }

    /** A class that was idle for long gets its share from then on, and no more. */
    @Property(tries = 50)
    void shouldNotSaveUp(@ForAll @IntRange(min = 1, max = 99) final int percent) {
        for (int idle = 0; idle < 2; idle++) {
            final TwoShares shares = new TwoShares(percent);
            for (int i = 0; i < 1_000; i++) {
                final int kind = shares.next(idle == 1, idle == 0);
                assertEquals(1 - idle, kind);
                shares.onSent(kind, 1_000);
            }
            int row = 0;
            while (shares.next(true, true) == idle) {
                shares.onSent(idle, 1_000);
                row++;
            }
            assertTrue(row <= 100, row + " frames in a row");
        }
    }

    @Test
    void shouldServeWhoHasFrames() {
        final TwoShares shares = new TwoShares(50);
        assertEquals(TwoShares.NONE, shares.next(false, false));
        assertEquals(TwoShares.UNICAST, shares.next(false, true));
        assertEquals(TwoShares.MULTICAST, shares.next(true, false));
        assertThrows(IllegalArgumentException.class, () -> new TwoShares(0));
        assertThrows(IllegalArgumentException.class, () -> new TwoShares(100));
    }
}
