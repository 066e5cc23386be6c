package io.polycast.voq.ingress;

import io.polycast.voq.Control;
import io.polycast.voq.pool.HeaderPool;
import java.util.Arrays;

/**
 * State of each VOQ, by its number: egress * lanes + lane.
 *
 * <p>The headers of a VOQ are one list: those sent and not acknowledged ({@code oldest} to {@code
 * lastSent}), then those still to be sent ({@code nextSend} to {@code tail}). Of the latter, those
 * before {@code unrequested} are covered by requests. The field {@code resend} is the first of {@code
 * marks} sent frames that are to be repeated.
 *
 * <p>Units: {@code backlog} is still to be sent, of it {@code covered} by requests; {@code pending} is
 * requested and not granted; {@code credit} is granted and not used. At all times credit + pending is
 * at least covered.
 */
final class VoqTable {
    static final int NONE = HeaderPool.NONE;

    /** A frame is on its way to the crossbar. */
    static final int BUSY = 1;

    /** The other end said STOP. */
    static final int STOPPED = 2;

    /** Requests from {@code repeat} on are to be repeated. */
    static final int REPEATING = 4;

    /** Given up, although the other end answered. */
    static final int STALLED = 8;

    final int[] oldest;
    final int[] lastSent;
    final int[] nextSend;
    final int[] tail;
    final int[] unrequested;
    final int[] resend;
    final int[] marks;

    /** Headers of the list: copies that wait or are not acknowledged. */
    final int[] headers;

    final int[] backlog;
    final int[] covered;
    final int[] pending;
    final int[] credit;

    /** Serial numbers of the next frame, of the oldest that is not acknowledged, of the repetition. */
    final int[] nextSequence;

    final int[] oldestSequence;
    final int[] resendSequence;

    /** Serial numbers of the last request made, and of the last one granted. */
    final int[] asked;

    final int[] granted;
    final int[] repeat;
    final int[] tries;
    final byte[] flags;
    final long[] deadline;

    /** Tick of the last new grant or ACK, or since when one is waited for. */
    final long[] progress;

    final long[] dropped;
    final long[] repeated;

    /** Twice the requests that may wait: a return may wait beside them. */
    private final int places;

    /** Units of requests that wait, with {@link Control#RETURN}: places of each VOQ, by number. */
    private final short[] batches;

    VoqTable(final int voqs, final int requests) {
        places = 2 * requests;
        oldest = none(voqs);
        lastSent = none(voqs);
        nextSend = none(voqs);
        tail = none(voqs);
        unrequested = none(voqs);
        resend = none(voqs);
        marks = new int[voqs];
        headers = new int[voqs];
        backlog = new int[voqs];
        covered = new int[voqs];
        pending = new int[voqs];
        credit = new int[voqs];
        nextSequence = ones(voqs);
        oldestSequence = ones(voqs);
        resendSequence = new int[voqs];
        asked = new int[voqs];
        granted = new int[voqs];
        repeat = new int[voqs];
        tries = new int[voqs];
        flags = new byte[voqs];
        deadline = new long[voqs];
        progress = new long[voqs];
        dropped = new long[voqs];
        repeated = new long[voqs];
        batches = new short[voqs * places];
    }

    int voqs() {
        return flags.length;
    }

    boolean is(final int voq, final int flag) {
        return (flags[voq] & flag) != 0;
    }

    void set(final int voq, final int flag, final boolean on) {
        flags[voq] = (byte) (on ? flags[voq] | flag : flags[voq] & ~flag);
    }

    int batch(final int voq, final int number) {
        return 0xFFFF & batches[voq * places + (number & places - 1)];
    }

    void setBatch(final int voq, final int number, final int units) {
        batches[voq * places + (number & places - 1)] = (short) units;
    }

    int outstanding(final int voq) {
        return nextSequence[voq] - oldestSequence[voq];
    }

    /** Back to the state of the start, but for counters and STOPPED. The list is empty. */
    void reset(final int voq) {
        oldest[voq] = NONE;
        lastSent[voq] = NONE;
        nextSend[voq] = NONE;
        tail[voq] = NONE;
        unrequested[voq] = NONE;
        resend[voq] = NONE;
        marks[voq] = 0;
        backlog[voq] = 0;
        covered[voq] = 0;
        pending[voq] = 0;
        credit[voq] = 0;
        nextSequence[voq] = 1;
        oldestSequence[voq] = 1;
        asked[voq] = 0;
        granted[voq] = 0;
        tries[voq] = 0;
        set(voq, REPEATING, false);
        set(voq, STALLED, false);
    }

    private static int[] none(final int voqs) {
        return filled(voqs, NONE);
    }

    private static int[] ones(final int voqs) {
        return filled(voqs, 1);
    }

    private static int[] filled(final int voqs, final int value) {
        final int[] all = new int[voqs];
        Arrays.fill(all, value);
        return all;
    }
}
