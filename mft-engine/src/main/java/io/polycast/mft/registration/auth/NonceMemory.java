package io.polycast.mft.registration.auth;

import org.agrona.collections.LongHashSet;

/**
 * Nonces of the packets that were accepted lately, in two generations. A nonce stays for one to two
 * periods. A full memory accepts nothing: a packet that it forgot could be repeated.
 */
final class NonceMemory {
    private final int most;
    private final long periodMs;
    private LongHashSet young;
    private LongHashSet old;
    private long since;
    private boolean started;

    /**
     * @param most nonces of one period
     * @param periodMs that a nonce stays at least, in ms
     */
    NonceMemory(final int most, final long periodMs) {
        this.most = most;
        this.periodMs = periodMs;
        young = new LongHashSet(most);
        old = new LongHashSet(most);
    }

    /**
     * Keeps a nonce.
     *
     * @param nonce of an authentic packet
     * @param wallMs wall clock, in ms
     * @return whether it is new and there was room
     */
    boolean add(final long nonce, final long wallMs) {
        turn(wallMs);
        if (old.contains(nonce) || young.contains(nonce) || young.size() >= most) {
            return false;
        }
        return young.add(nonce);
    }

    /** A clock that steps back by less than a period changes nothing. */
    private void turn(final long wallMs) {
        if (!started) {
            started = true;
            since = wallMs;
        }
        final long passed = wallMs - since;
        if (passed >= periodMs || passed <= -periodMs) {
            if (passed >= 2 * periodMs) {
                young.clear();
            }
            final LongHashSet emptied = old;
            emptied.clear();
            old = young;
            young = emptied;
            since = wallMs;
        }
    }
}
