package io.polycast.core.limits;

import java.util.Arrays;

/**
 * Token buckets, one per place of a table, each in a single word: the time up to which its tokens
 * are spent. A bucket earns a token each interval and holds at most a burst; it starts full. Time
 * is an argument and may be any clock that does not go back.
 */
final class TokenBuckets {
    /** So far from any time that a bucket never used is full, whatever the clock's origin. */
    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private final long[] spentUntil;
    private final long interval;
    private final long capacity;

    /**
     * @param count buckets
     * @param interval time in which a bucket earns one token, at least 0; 0: no bucket is ever empty
     * @param burst tokens in a full bucket, at least 1
     */
    TokenBuckets(final int count, final long interval, final int burst) {
        this.spentUntil = new long[count];
        Arrays.fill(spentUntil, LONG_AGO);
        this.interval = interval;
        this.capacity = Math.multiplyExact(interval, (long) burst);
    }

    /**
     * Takes tokens, all or none.
     *
     * @param now time of the bucket's clock
     * @param index of the bucket
     * @param tokens to take, at least 1; more than a full bucket has count as a full bucket
     * @return whether the bucket had them
     */
    boolean take(final long now, final int index, final int tokens) {
        long saved = now - spentUntil[index];
        // Negative: the word belongs to an earlier user of the place, whose clock was ahead.
        if (saved < 0 || saved > capacity) {
            saved = capacity;
        }
        final long left = saved - Math.min(capacity, tokens * interval);
        if (left < 0) {
            return false;
        }
        spentUntil[index] = now - left;
        return true;
    }

    /**
     * Gives tokens back that were taken for nothing; a full bucket stays full.
     *
     * @param index of the bucket
     * @param tokens to give back, as many as were taken
     */
    void giveBack(final int index, final int tokens) {
        spentUntil[index] -= Math.min(capacity, tokens * interval);
    }
}
