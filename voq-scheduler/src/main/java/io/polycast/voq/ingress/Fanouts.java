package io.polycast.voq.ingress;

import io.polycast.voq.FabricDefaults;
import io.polycast.voq.sync.VoqSync;

/**
 * Copies of each payload that is held: their VOQs in order of emission, and which of them the
 * synchronisation has counted. Indexed by payload.
 *
 * <p>Layout: a payload has eight places of VOQ and stamp. A copy without lane has the complement of
 * its VOQ.
 */
final class Fanouts {
    private static final int COPIES = FabricDefaults.COPIES;

    private final int[] voq;
    private final int[] stamp;
    private final byte[] count;
    private final byte[] emitted;
    private final byte[] unsent;

    /** Copies whose VOQ was flushed before their header was emitted, as bits. */
    private final byte[] flushed;

    /** Next payload of the same lane whose headers are still to be emitted. */
    private final int[] next;

    Fanouts(final int payloads) {
        voq = new int[payloads * COPIES];
        stamp = new int[payloads * COPIES];
        count = new byte[payloads];
        emitted = new byte[payloads];
        unsent = new byte[payloads];
        flushed = new byte[payloads];
        next = new int[payloads];
    }

    void begin(final int payload, final int copies) {
        count[payload] = (byte) copies;
        unsent[payload] = (byte) copies;
        emitted[payload] = 0;
        flushed[payload] = 0;
        next[payload] = -1;
        for (int i = 0; i < copies; i++) {
            stamp[payload * COPIES + i] = VoqSync.NO_STAMP;
        }
    }

    void set(final int payload, final int place, final int to) {
        voq[payload * COPIES + place] = to;
    }

    void swap(final int payload, final int a, final int b) {
        final int kept = voq[payload * COPIES + a];
        voq[payload * COPIES + a] = voq[payload * COPIES + b];
        voq[payload * COPIES + b] = kept;
    }

    int count(final int payload) {
        return count[payload];
    }

    /** VOQ of the next header, or the complement of a VOQ when the copy has no lane. */
    int nextVoq(final int payload) {
        return voq[payload * COPIES + emitted[payload]];
    }

    /** Ends the copies to a VOQ whose headers are still to be emitted. */
    void flush(final int payload, final int of) {
        for (int i = emitted[payload]; i < count[payload]; i++) {
            if (voq[payload * COPIES + i] == of) {
                flushed[payload] |= (byte) (1 << i);
            }
        }
    }

    /** Whether the VOQ of the next header was flushed. */
    boolean isNextFlushed(final int payload) {
        return (flushed[payload] >>> emitted[payload] & 1) != 0;
    }

    /** One header is emitted or dropped; returns whether it was the last. */
    boolean onEmitted(final int payload) {
        return ++emitted[payload] == count[payload];
    }

    /** One copy is sent or dropped; returns how many are neither. */
    int onForwarded(final int payload) {
        return --unsent[payload];
    }

    int unsent(final int payload) {
        return unsent[payload];
    }

    void mark(final int payload, final int of, final int counted) {
        for (int i = payload * COPIES; i < payload * COPIES + count[payload]; i++) {
            if (voq[i] == of && stamp[i] == VoqSync.NO_STAMP) {
                stamp[i] = counted;
                return;
            }
        }
    }

    int voq(final int payload, final int place) {
        return voq[payload * COPIES + place];
    }

    int stamp(final int payload, final int place) {
        return stamp[payload * COPIES + place];
    }

    int next(final int payload) {
        return next[payload];
    }

    void link(final int payload, final int follower) {
        next[payload] = follower;
    }
}
