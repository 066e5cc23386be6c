package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.QpCounters;
import io.polycast.endhost.wire.HeaderTemplate;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.RnrTimer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The sending half: segments messages, keeps a window of PSNs, goes back to the first unacknowledged
 * PSN on a NAK, after an RNR wait and on timeout.
 *
 * <pre>
 * state     sends          on progress  on sequence NAK      on RNR NAK     on timer
 * SENDING   new and again  window on    go back, RETRYING    RNR_WAIT       go back, RETRYING
 * RETRYING  again and new  SENDING      ignored              RNR_WAIT       go back, RETRYING
 * RNR_WAIT  nothing        go back      ignored              longer wait    go back, SENDING
 * FAILED    nothing        -            -                    -              -
 * </pre>
 *
 * Progress is an ACK, or any NAK, that acknowledges something new; a NAK acknowledges all before its
 * PSN first and is judged after that. Where told so, the timer repeats the oldest packet only, and the
 * rest follows on progress. Every retry and every wait costs one of its kind of retries;
 * progress gives all of them back; without any left the oldest request fails and the rest is flushed.
 */
final class Requester {
    private enum State {
        SENDING,
        RETRYING,
        RNR_WAIT,
        FAILED
    }

    private final QpSettings settings;
    private final QpCounters counters;
    private final CompletionQueue completions;
    private final SendWindow window;
    private final DataPackets packets;
    private final CreditLimit credits;
    private final long timerNs;

    private State state = State.SENDING;
    private int retriesLeft;
    private int rnrRetriesLeft;

    /** Only the oldest packet may leave, and asks for an ACK, until there is progress. */
    private boolean probing;

    /** Retry timer or, in RNR_WAIT, the end of the wait. */
    private boolean timed;

    private long deadlineNs;

    /** Of the next WRITE that is posted. */
    private long targetAddress;

    private int targetKey;

    Requester(
            final QpSettings settings,
            final QpCounters counters,
            final CompletionQueue completions,
            final HeaderTemplate template) {
        this.settings = settings;
        this.counters = counters;
        this.completions = completions;
        window = new SendWindow(settings.sendQueueDepth(), settings.window());
        packets = new DataPackets(settings, template);
        credits = new CreditLimit(settings.honourCredits());
        timerNs = settings.retryTimerNs();
        reset(settings.sqPsn());
    }

    /** Forgets everything, as a queue pair in RESET does: no completions. */
    void reset(final int sqPsn) {
        window.queue.clear();
        credits.reset();
        state = State.SENDING;
        startAt(sqPsn);
        refillRetries();
        timed = false;
    }

    /** Moves the PSN of the next packet; only between messages. */
    void startAt(final int sqPsn) {
        window.startAt(sqPsn);
        packets.restart();
        probing = false;
    }

    boolean isIdle() {
        return window.queue.isEmpty();
    }

    boolean failed() {
        return state == State.FAILED;
    }

    int psn() {
        return window.unsent();
    }

    int unackedPsn() {
        return window.unacked();
    }

    int pending() {
        return window.queue.size();
    }

    /** Where the next WRITE that is posted goes. */
    void target(final long remoteAddress, final int rkey) {
        targetAddress = remoteAddress;
        targetKey = rkey;
    }

    boolean post(
            final long wrId,
            final int opcode,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final int immediate) {
        final boolean stands = length > 0 && !settings.virtualPayload();
        if (length < 0 || stands && (offset < 0 || length > buffer.capacity() - offset)) {
            throw new IllegalArgumentException(
                    "message offset=" + offset + " length=" + length + " leaves its buffer");
        }
        if (state == State.FAILED) {
            return completions.offer(wrId, CompletionStatus.FLUSHED, opcode, 0);
        }
        final SendQueue queue = window.queue;
        if (queue.isFull()) {
            return false;
        }
        final int slot = queue.add();
        queue.wrId[slot] = wrId;
        queue.opcode[slot] = opcode;
        queue.buffer[slot] = buffer;
        queue.offset[slot] = offset;
        queue.length[slot] = length;
        queue.packets[slot] = packets.count(length);
        queue.immediate[slot] = immediate;
        queue.remoteAddress[slot] = targetAddress;
        queue.rkey[slot] = targetKey;
        queue.ssn[slot] = credits.nextSsn();
        return true;
    }

    /** Lets the timer run out. */
    void onTime(final long nowNs) {
        if (timed && deadlineNs - nowNs <= 0) {
            onDeadline();
        }
    }

    /**
     * Writes the next data packet, if one may leave now.
     *
     * @return its length, or 0
     */
    int poll(final long nowNs, final MutableDirectBuffer out, final int offset) {
        onTime(nowNs);
        if (state == State.FAILED || state == State.RNR_WAIT || !window.isOpen()) {
            return 0;
        }
        if (probing && window.next() != window.unacked()) {
            return 0;
        }
        final boolean again = window.nextWasSentBefore();
        if (!again && window.nextIndex() == 0 && !credits.admits(window)) {
            return 0;
        }
        final int length = packets.write(window, out, offset, probing);
        window.onSent();
        counters.increment(QpCounter.FRAMES_OUT);
        counters.increment(again ? QpCounter.RETRANSMITTED : QpCounter.DATA_SENT);
        if (!timed) {
            startTimer(nowNs);
        }
        return length;
    }

    /**
     * @return when the state changes by itself, or {@link Long#MAX_VALUE}
     */
    long nextDeadlineNs() {
        return timed ? deadlineNs : Long.MAX_VALUE;
    }

    /** Takes an ACK, NAK or RNR NAK and counts how it ended. */
    void onFeedback(final long nowNs, final DirectBuffer frame, final FrameInfo info) {
        final int psn = info.psn;
        final int syndrome = Aeth.syndrome(frame, info.aethOffset);
        if (state == State.FAILED) {
            counters.increment(QpCounter.NOT_READY);
            return;
        }
        final boolean ack = Aeth.type(syndrome) == Aeth.TYPE_ACK;
        if (ack) {
            credits.onAck(syndrome, Aeth.msn(frame, info.aethOffset));
        }
        final int acknowledged = Psn.distance(window.unacked(), psn) + (ack ? 1 : 0);
        final boolean progress = acknowledged > 0 && advance(nowNs, acknowledged);
        if (ack || acknowledged < 0 || window.isAcknowledged() || failed()) {
            counters.increment(progress ? QpCounter.ACK_TAKEN : QpCounter.FEEDBACK_IGNORED);
        } else if (Aeth.type(syndrome) == Aeth.TYPE_RNR_NAK) {
            onRnrNak(nowNs, RnrTimer.nanos(Aeth.value(syndrome)));
        } else if (syndrome == Aeth.NAK_PSN_SEQUENCE_ERROR) {
            onSequenceNak(nowNs, progress);
        } else {
            onFatalNak(syndrome, progress);
        }
    }

    /** Ends every request with FLUSHED; nothing is sent any more. */
    void flush() {
        state = State.FAILED;
        timed = false;
        while (!isIdle()) {
            complete(CompletionStatus.FLUSHED);
        }
        startAt(window.unsent());
    }

    private void onSequenceNak(final long nowNs, final boolean progress) {
        if (state != State.SENDING) {
            counters.increment(progress ? QpCounter.ACK_TAKEN : QpCounter.FEEDBACK_IGNORED);
            return;
        }
        counters.increment(QpCounter.NAK_TAKEN);
        if (spendRetry()) {
            goBack();
            state = State.RETRYING;
            startTimer(nowNs);
        }
    }

    private void onRnrNak(final long nowNs, final long delayNs) {
        counters.increment(QpCounter.RNR_TAKEN);
        final long endNs = nowNs + delayNs;
        if (state == State.RNR_WAIT) {
            deadlineNs = endNs - deadlineNs > 0 ? endNs : deadlineNs;
            return;
        }
        if (!settings.rnrRetriesForEver() && rnrRetriesLeft-- == 0) {
            fail(CompletionStatus.RNR_RETRY_EXCEEDED);
            return;
        }
        state = State.RNR_WAIT;
        timed = true;
        deadlineNs = endNs;
    }

    private void onFatalNak(final int syndrome, final boolean progress) {
        switch (syndrome) {
            case Aeth.NAK_INVALID_REQUEST -> fail(CompletionStatus.REMOTE_INVALID_REQUEST);
            case Aeth.NAK_REMOTE_ACCESS_ERROR -> fail(CompletionStatus.REMOTE_ACCESS_ERROR);
            case Aeth.NAK_REMOTE_OPERATIONAL_ERROR -> fail(CompletionStatus.REMOTE_OPERATION_ERROR);
            default -> {
                // Reserved, or for datagrams: it says nothing but what it acknowledges.
                counters.increment(progress ? QpCounter.ACK_TAKEN : QpCounter.FEEDBACK_IGNORED);
                return;
            }
        }
        counters.increment(QpCounter.FATAL_TAKEN);
    }

    private void onDeadline() {
        timed = false;
        if (state == State.RNR_WAIT) {
            state = State.SENDING;
            goBack();
            return;
        }
        counters.increment(QpCounter.TIMEOUTS);
        if (spendRetry()) {
            state = State.RETRYING;
            goBack();
            probing = settings.repeatOldest();
        }
    }

    /** Takes packets off the front of the window; feedback for more than was sent means all of it. */
    private boolean advance(final long nowNs, final int count) {
        final int outstanding = window.outstanding();
        if (count > outstanding) {
            counters.increment(QpCounter.BEYOND_SENT);
            if (outstanding == 0) {
                return false;
            }
        }
        final boolean overtaken = window.acknowledge(Math.min(count, outstanding));
        while (window.oldestIsComplete()) {
            complete(CompletionStatus.SUCCESS);
        }
        if (overtaken || state == State.RNR_WAIT) {
            goBack();
        }
        state = state == State.FAILED ? state : State.SENDING;
        probing = false;
        refillRetries();
        if (window.isAcknowledged()) {
            timed = false;
        } else {
            startTimer(nowNs);
        }
        return true;
    }

    private void goBack() {
        window.goBack();
        packets.restart();
        probing = false;
    }

    private boolean spendRetry() {
        if (!settings.retriesForEver() && retriesLeft-- == 0) {
            fail(CompletionStatus.RETRY_EXCEEDED);
            return false;
        }
        return true;
    }

    private void refillRetries() {
        retriesLeft = settings.retryCount();
        rnrRetriesLeft = settings.rnrRetryCount();
    }

    private void startTimer(final long nowNs) {
        timed = timerNs != 0;
        deadlineNs = nowNs + timerNs;
    }

    private void fail(final int status) {
        complete(status);
        flush();
    }

    private void complete(final int status) {
        final SendQueue queue = window.queue;
        final int slot = queue.slot(queue.head());
        final boolean room =
                completions.offer(queue.wrId[slot], status, queue.opcode[slot], queue.length[slot]);
        window.removeOldest();
        if (!room) {
            // Like an RNIC's overrun: whoever waits for that completion must not wait for ever.
            state = State.FAILED;
        }
    }
}
