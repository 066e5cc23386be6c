package io.polycast.endhost;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.ImmDt;
import io.polycast.parser.wire.Reth;
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
 * PSN first and is judged after that. Every retry and every wait costs one of its kind of retries;
 * progress gives all of them back; without any left the oldest request fails and the rest is flushed.
 *
 * <pre>
 *   acknowledged | sent, not acknowledged   | to be sent
 *   -------------+--------------+-----------+-----------
 *                unacked        next        unsent
 *                               (goes back to unacked on a retry)
 * </pre>
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
    private final HeaderTemplate template;
    private final SendQueue queue;
    private final CreditLimit credits;
    private final int mtu;
    private final long timerNs;

    private State state = State.SENDING;

    /** First PSN that is not acknowledged: packet unackedIndex of the oldest request. */
    private int unacked;

    private int unackedIndex;

    /** PSN of the next packet: packet nextIndex of the request at nextRequest. */
    private int next;

    private int nextIndex;
    private int nextRequest;

    /** First PSN that was never sent. */
    private int unsent;

    private int sinceAckRequest;
    private int retriesLeft;
    private int rnrRetriesLeft;

    /** Retry timer or, in RNR_WAIT, the end of the wait. */
    private boolean timed;

    private long deadlineNs;

    Requester(
            final QpSettings settings,
            final QpCounters counters,
            final CompletionQueue completions,
            final HeaderTemplate template) {
        this.settings = settings;
        this.counters = counters;
        this.completions = completions;
        this.template = template;
        queue = new SendQueue(settings.sendQueueDepth());
        credits = new CreditLimit(settings.honourCredits());
        mtu = settings.pathMtu();
        timerNs = settings.retryTimerNs();
        reset(settings.sqPsn());
    }

    /** Forgets everything, as a queue pair in RESET does: no completions. */
    void reset(final int sqPsn) {
        queue.clear();
        credits.reset();
        state = State.SENDING;
        startAt(sqPsn);
        refillRetries();
        timed = false;
    }

    /** Moves the PSN of the next packet; only between messages. */
    void startAt(final int sqPsn) {
        unacked = sqPsn;
        unackedIndex = 0;
        next = sqPsn;
        nextIndex = 0;
        nextRequest = queue.head();
        unsent = sqPsn;
        sinceAckRequest = 0;
    }

    boolean isIdle() {
        return queue.isEmpty();
    }

    boolean failed() {
        return state == State.FAILED;
    }

    int psn() {
        return unsent;
    }

    int unackedPsn() {
        return unacked;
    }

    int pending() {
        return queue.size();
    }

    boolean post(
            final long wrId,
            final int opcode,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final int immediate,
            final long remoteAddress,
            final int rkey) {
        if (length < 0 || length > 0 && (offset < 0 || length > buffer.capacity() - offset)) {
            throw new IllegalArgumentException(
                    "message offset=" + offset + " length=" + length + " leaves its buffer");
        }
        if (state == State.FAILED) {
            return completions.offer(wrId, CompletionStatus.FLUSHED, opcode, 0);
        }
        if (queue.isFull()) {
            return false;
        }
        final int slot = queue.add();
        queue.wrId[slot] = wrId;
        queue.opcode[slot] = opcode;
        queue.buffer[slot] = buffer;
        queue.offset[slot] = offset;
        queue.length[slot] = length;
        queue.packets[slot] = length == 0 ? 1 : (length - 1) / mtu + 1;
        queue.immediate[slot] = immediate;
        queue.remoteAddress[slot] = remoteAddress;
        queue.rkey[slot] = rkey;
        queue.ssn[slot] = credits.nextSsn();
        return true;
    }

    /**
     * Writes the next data packet, if one may leave now.
     *
     * @return its length, or 0
     */
    int poll(final long nowNs, final MutableDirectBuffer out, final int offset) {
        if (timed && deadlineNs - nowNs <= 0) {
            onDeadline();
        }
        if (state == State.FAILED
                || state == State.RNR_WAIT
                || nextRequest == queue.tail()
                || Psn.distance(unacked, next) >= settings.window()) {
            return 0;
        }
        final int slot = queue.slot(nextRequest);
        final boolean again = next != unsent;
        if (nextIndex == 0 && !again && !credits.admits(queue.ssn[slot], queue.opcode[slot])) {
            return 0;
        }
        final int length = write(slot, out, offset);
        counters.increment(again ? QpCounter.RETRANSMITTED : QpCounter.DATA_SENT);
        next = Psn.next(next);
        if (!again) {
            unsent = next;
        }
        if (++nextIndex == queue.packets[slot]) {
            nextIndex = 0;
            nextRequest++;
        }
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
        final int acknowledged = Psn.distance(unacked, psn) + (ack ? 1 : 0);
        final boolean progress = acknowledged > 0 && advance(nowNs, acknowledged);
        if (ack || acknowledged < 0 || unacked == unsent) {
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
        while (!queue.isEmpty()) {
            complete(CompletionStatus.FLUSHED);
        }
        startAt(unsent);
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
        }
    }

    /** Takes packets off the front of the window; feedback for more than was sent means all of it. */
    private boolean advance(final long nowNs, final int packets) {
        final int sent = Psn.distance(unacked, unsent);
        if (packets > sent) {
            counters.increment(QpCounter.BEYOND_SENT);
            if (sent == 0) {
                return false;
            }
        }
        final int count = Math.min(packets, sent);
        final boolean overtaken = count > Psn.distance(unacked, next);
        unacked = Psn.plus(unacked, count);
        unackedIndex += count;
        while (!queue.isEmpty() && unackedIndex >= queue.packets[queue.slot(queue.head())]) {
            unackedIndex -= queue.packets[queue.slot(queue.head())];
            complete(CompletionStatus.SUCCESS);
        }
        if (overtaken || state == State.RNR_WAIT) {
            goBack();
        }
        state = state == State.FAILED ? state : State.SENDING;
        refillRetries();
        if (unacked == unsent) {
            timed = false;
        } else {
            startTimer(nowNs);
        }
        return true;
    }

    private void goBack() {
        next = unacked;
        nextIndex = unackedIndex;
        nextRequest = queue.head();
        sinceAckRequest = 0;
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
        final int slot = queue.slot(queue.head());
        final int opcode = queue.opcode[slot];
        final boolean room =
                completions.offer(queue.wrId[slot], status, opcode, queue.length[slot]);
        queue.remove();
        if (!room) {
            // Like an RNIC's overrun: whoever waits for that completion must not wait for ever.
            state = State.FAILED;
        }
    }

    private int write(final int slot, final MutableDirectBuffer out, final int offset) {
        final int kind = queue.opcode[slot];
        final boolean first = nextIndex == 0;
        final boolean last = nextIndex == queue.packets[slot] - 1;
        final boolean ackRequest = last || ++sinceAckRequest >= settings.ackRequestEvery();
        if (ackRequest) {
            sinceAckRequest = 0;
        }
        int index =
                template.begin(out, offset, PacketForm.opcode(kind, first, last), next, ackRequest);
        if (first && WorkOpcode.isWrite(kind)) {
            Reth.write(out, index, queue.remoteAddress[slot], queue.rkey[slot], queue.length[slot]);
            index += Reth.LENGTH;
        }
        if (last && WorkOpcode.hasImmediate(kind)) {
            ImmDt.write(out, index, queue.immediate[slot]);
            index += ImmDt.LENGTH;
        }
        final int done = nextIndex * mtu;
        final int payload = Math.min(mtu, queue.length[slot] - done);
        if (payload > 0) {
            out.putBytes(index, queue.buffer[slot], queue.offset[slot] + done, payload);
        }
        return template.finish(out, offset, index + payload);
    }
}
