package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.PayloadSink;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.QpCounters;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.endhost.wire.Admission;
import io.polycast.endhost.wire.HeaderTemplate;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.icrc.Icrc;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One end of a reliable connection: frames and time in, the next frame due out, completions in two
 * queues. The remote end may be virtual (a group's McstID and QPN 1).
 *
 * <p>Drive it so: {@link #onFrame} for each frame that arrives; {@link #poll} until it returns 0
 * after every frame, every post and whenever {@link #nextDeadlineNs} has come. Once either half has
 * failed the queue pair is in the error state: every request and receive ends, waiting feedback is
 * still sent, and only {@link #reset} leads out.
 *
 * <p>Note: not threadsafe. Frames, polls and completions allocate nothing.
 */
public final class QueuePair {
    private final QpSettings settings;
    private final QpCounters counters = new QpCounters();
    private final CompletionQueue sendCompletions;
    private final CompletionQueue receiveCompletions;
    private final Requester requester;
    private final Responder responder;
    private final Admission admission;
    private final NotificationPoint notifications;
    private final FrameInfo info = new FrameInfo();
    private boolean failed;

    /** With completion queues of its own, twice as deep as the queues. */
    public QueuePair(final QpSettings settings) {
        this(
                settings,
                new CompletionQueue(2 * settings.sendQueueDepth()),
                new CompletionQueue(2 * settings.receiveQueueDepth()));
    }

    /**
     * @param settings of the queue pair
     * @param sendCompletions takes what becomes of posted requests
     * @param receiveCompletions takes what becomes of posted receives; may be the same
     */
    public QueuePair(
            final QpSettings settings,
            final CompletionQueue sendCompletions,
            final CompletionQueue receiveCompletions) {
        this.settings = settings;
        this.sendCompletions = sendCompletions;
        this.receiveCompletions = receiveCompletions;
        final Icrc icrc = new Icrc();
        final HeaderTemplate template =
                new HeaderTemplate(settings, settings.trafficClass(), false, icrc);
        requester = new Requester(settings, counters, sendCompletions, template);
        responder = new Responder(settings, counters, receiveCompletions, template);
        admission = new Admission(settings, icrc);
        notifications = new NotificationPoint(settings, counters, icrc);
    }

    /**
     * Posts a SEND. The buffer is read when packets are made, also again: leave it alone until the
     * completion.
     *
     * @param wrId handed back in the completion
     * @param buffer holding the message
     * @param offset of its first byte
     * @param length in bytes; 0 is a message too
     * @return false when the send queue is full
     */
    public boolean postSend(
            final long wrId, final DirectBuffer buffer, final int offset, final int length) {
        return requester.post(wrId, WorkOpcode.SEND, buffer, offset, length, 0);
    }

    /**
     * As {@link #postSend}, with four bytes for the peer's completion.
     *
     * @param immediate network order as an int
     */
    public boolean postSendWithImmediate(
            final long wrId,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final int immediate) {
        return requester.post(
                wrId, WorkOpcode.SEND_WITH_IMMEDIATE, buffer, offset, length, immediate);
    }

    /**
     * Posts a WRITE; the buffer is treated as by {@link #postSend}.
     *
     * @param remoteAddress virtual address of the first byte at the peer
     * @param rkey key of the peer's memory
     * @return false when the send queue is full
     */
    public boolean postWrite(
            final long wrId,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final long remoteAddress,
            final int rkey) {
        requester.target(remoteAddress, rkey);
        return requester.post(wrId, WorkOpcode.WRITE, buffer, offset, length, 0);
    }

    /** As {@link #postWrite}, and consumes one of the peer's receives for four bytes. */
    public boolean postWriteWithImmediate(
            final long wrId,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final long remoteAddress,
            final int rkey,
            final int immediate) {
        requester.target(remoteAddress, rkey);
        return requester.post(
                wrId, WorkOpcode.WRITE_WITH_IMMEDIATE, buffer, offset, length, immediate);
    }

    /**
     * Posts a receive for one SEND or one WRITE with immediate.
     *
     * @param wrId handed back in the completion
     * @param into takes the message, or null: then {@link #payloadSink} takes it
     * @param offset of the first byte
     * @param length room in bytes
     * @return false when the receive queue is full
     */
    public boolean postReceive(
            final long wrId, final MutableDirectBuffer into, final int offset, final int length) {
        return responder.delivery().post(wrId, into, offset, length);
    }

    /**
     * Takes the payload of receives that were posted without a buffer.
     *
     * @param sink to call
     */
    public void payloadSink(final PayloadSink sink) {
        responder.delivery().sink(sink, -1);
    }

    /**
     * Never lacks a receive from now on: every SEND goes to the sink, each with a completion whose
     * wrId is 0. No receive may be posted before or after.
     *
     * @param sink takes the payload
     * @param maxLength longest message that is accepted, in bytes
     */
    public void receiveEndlessly(final PayloadSink sink, final int maxLength) {
        responder.delivery().sink(sink, maxLength);
    }

    /**
     * Lets the peer WRITE into a buffer.
     *
     * @param rkey key that its requests must carry
     * @param va virtual address of the first byte
     * @param length in bytes
     * @param buffer that takes the bytes
     * @param offset of the first one
     */
    public void registerMemory(
            final int rkey,
            final long va,
            final int length,
            final MutableDirectBuffer buffer,
            final int offset) {
        responder.delivery().regions().add(rkey, va, length, buffer, offset, null);
    }

    /**
     * Lets the peer WRITE to a sink, whose positions count from the region's start.
     *
     * @param rkey key that its requests must carry
     * @param va virtual address of the first byte
     * @param length in bytes
     * @param sink takes the payload
     */
    public void registerMemory(
            final int rkey, final long va, final long length, final PayloadSink sink) {
        responder.delivery().regions().add(rkey, va, length, null, 0, sink);
    }

    /**
     * Takes a frame from the wire.
     *
     * @param nowNs any clock that never goes back
     * @param frame holding it
     * @param offset of the destination MAC
     * @param length without FCS
     */
    public void onFrame(
            final long nowNs, final DirectBuffer frame, final int offset, final int length) {
        Classifier.classify(frame, offset, length, info);
        onFrame(nowNs, frame, info);
    }

    /**
     * As above, for a frame that was classified already.
     *
     * @param classified what the classifier found
     */
    public void onFrame(final long nowNs, final DirectBuffer frame, final FrameInfo classified) {
        counters.increment(QpCounter.FRAMES_IN);
        final QpCounter refusal = admission.refusal(frame, classified);
        if (refusal != null) {
            counters.increment(refusal);
            return;
        }
        switch (classified.kind) {
            case FrameKind.ROCE_CNP -> counters.increment(QpCounter.CNP_HANDLED);
            case FrameKind.ROCE_ACK -> requester.onFeedback(nowNs, frame, classified);
            default -> onRequest(nowNs, frame, classified);
        }
        settle();
    }

    private void onRequest(final long nowNs, final DirectBuffer frame, final FrameInfo classified) {
        if (!Responder.isRequest(classified.opcode)) {
            counters.increment(QpCounter.UNEXPECTED_OPCODE);
            return;
        }
        if (admission.congestionExperienced(frame, classified)) {
            counters.increment(QpCounter.ECN_MARKED);
            notifications.onMarked(nowNs);
        }
        responder.onRequest(nowNs, frame, classified);
    }

    /**
     * Writes the next frame due: CNP, then ACKs and NAKs, then data.
     *
     * @param nowNs the clock of {@link #onFrame}
     * @param out with {@link QpSettings#maxFrameLength} bytes of room
     * @param offset of the destination MAC
     * @return length without FCS, or 0 when nothing is due
     */
    public int poll(final long nowNs, final MutableDirectBuffer out, final int offset) {
        int length = feedback(out, offset);
        if (length == 0) {
            length = requester.poll(nowNs, out, offset);
            settle();
        }
        return length;
    }

    /**
     * As {@link #poll}, but data stays back: timers run, and only feedback is written.
     *
     * @return length without FCS, or 0 when no feedback is due
     */
    public int pollFeedback(final long nowNs, final MutableDirectBuffer out, final int offset) {
        requester.onTime(nowNs);
        settle();
        return feedback(out, offset);
    }

    private int feedback(final MutableDirectBuffer out, final int offset) {
        int length = notifications.poll(out, offset);
        if (length == 0) {
            length = responder.poll(out, offset);
        }
        if (length > 0) {
            counters.increment(QpCounter.FRAMES_OUT);
        }
        return length;
    }

    /**
     * @return when to poll again although nothing arrives, or {@link Long#MAX_VALUE}; valid after a
     *     poll that returned 0
     */
    public long nextDeadlineNs() {
        return requester.nextDeadlineNs();
    }

    /**
     * Before sending as a group's new source: continues the group's PSNs (sqPSN := rqPSN, cepheus
     * section III-E).
     *
     * @throws IllegalStateException within a message
     */
    public void becomeSource() {
        requireQuiet();
        requester.startAt(responder.psn());
    }

    /**
     * After having been a group's source: expects what the next source sends (rqPSN := sqPSN).
     *
     * @throws IllegalStateException within a message, or while something sent is unacknowledged
     */
    public void becomeReceiver() {
        requireQuiet();
        responder.startAt(requester.psn());
    }

    /**
     * Through RESET and back, the only way in which verbs change PSNs: requests, receives and
     * feedback are forgotten without completions; registered memory and sinks stay.
     *
     * @param sqPsn PSN of the next packet sent
     * @param rqPsn PSN of the next packet expected
     */
    public void reset(final int sqPsn, final int rqPsn) {
        requester.reset(sqPsn);
        responder.reset(rqPsn);
        notifications.reset();
        failed = false;
    }

    /** PSN of the next packet to be sent for the first time. */
    public int sqPsn() {
        return requester.psn();
    }

    /** First PSN that the peer has not acknowledged. */
    public int unackedPsn() {
        return requester.unackedPsn();
    }

    /** PSN of the next packet expected. */
    public int rqPsn() {
        return responder.psn();
    }

    /** Messages executed as responder, 24 bits. */
    public int msn() {
        return responder.msn();
    }

    /** Requests posted and not completed. */
    public int pendingSends() {
        return requester.pending();
    }

    /** Receives posted and not consumed. */
    public int postedReceives() {
        return responder.delivery().postedReceives();
    }

    /** Whether it is in the error state. */
    public boolean failed() {
        return failed;
    }

    /** As given. */
    public QpSettings settings() {
        return settings;
    }

    /** Live counts. */
    public QpCounters counters() {
        return counters;
    }

    /** What became of requests. */
    public CompletionQueue sendCompletions() {
        return sendCompletions;
    }

    /** What became of receives. */
    public CompletionQueue receiveCompletions() {
        return receiveCompletions;
    }

    private void requireQuiet() {
        if (failed || !requester.isIdle() || !responder.isIdle()) {
            throw new IllegalStateException(
                    failed
                            ? "the queue pair is in the error state: reset it"
                            : requester.pending() + " requests are pending, or one arrives");
        }
    }

    /** One half in error takes the other along. */
    private void settle() {
        if (!failed && (requester.failed() || responder.failed())) {
            failed = true;
            requester.flush();
            responder.flush();
        }
    }
}
