package io.polycast.core.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
    @Property
    void shouldBehaveAsACountOfTokens(
            @ForAll final long origin,
            @ForAll @IntRange(min = 1, max = 50) final int burst,
            @ForAll @LongRange(min = 1, max = 1000) final long interval,
            @ForAll @Size(max = 300) final List<@IntRange(min = 0, max = 3000) Integer> steps) {
        final TokenBuckets buckets = new TokenBuckets(2, interval, burst);
        final long capacity = burst * interval;
        long now = origin;
        long model = capacity;
        for (final int step : steps) {
            now += step;
            model = Math.min(capacity, model + step);
            final int tokens = 1 + step % 3;
            final long cost = Math.min(capacity, tokens * interval);
            final boolean expected = model >= cost;
            assertEquals(expected, buckets.take(now, 1, tokens));
            model -= expected ? cost : 0;
        }
    }

    @Test
    void shouldStartFullAndKeepBucketsApart() {
        final TokenBuckets buckets = new TokenBuckets(2, 10, 3);
        assertTrue(buckets.take(0, 0, 3));
        assertFalse(buckets.take(0, 0, 1));
        assertTrue(buckets.take(0, 1, 1));
        assertFalse(buckets.take(9, 0, 1));
        assertTrue(buckets.take(10, 0, 1));
    }

    @Test
    void shouldTakeAWordFromAnEarlierUserWhoseClockWasAhead() {
        final TokenBuckets buckets = new TokenBuckets(1, 10, 3);
        assertTrue(buckets.take(1_000_000, 0, 3));
        assertTrue(buckets.take(500, 0, 3), "full for the next user");
        assertFalse(buckets.take(500, 0, 1));
    }

    @Test
    void shouldNeverBeEmptyWithoutAnInterval() {
        final TokenBuckets buckets = new TokenBuckets(1, 0, 1);
        for (int i = 0; i < 10; i++) {
            assertTrue(buckets.take(7, 0, 5));
        }
    }

    @Test
    void shouldGiveBackWhatWasTakenAndNoMore() {
        final TokenBuckets buckets = new TokenBuckets(1, 10, 3);
        assertTrue(buckets.take(0, 0, 2));
        buckets.giveBack(0, 2);
        assertTrue(buckets.take(0, 0, 3));
        assertTrue(buckets.take(30, 0, 5), "counts as a full bucket");
        buckets.giveBack(0, 5);
        assertTrue(buckets.take(30, 0, 3));
        assertFalse(buckets.take(30, 0, 1));
    }
}
