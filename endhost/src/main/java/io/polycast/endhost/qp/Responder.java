package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.QpCounters;
import io.polycast.endhost.wire.HeaderTemplate;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The receiving half: executes requests in PSN order and decides the feedback.
 *
 * <pre>
 * PSN        first time of a gap   within a gap           otherwise
 * behind     ACK(expected - 1)     ACK(expected - 1)      ACK(expected - 1), one a packet
 * beyond     NAK 0x60(expected)    silence, or repeated   NAK 0x60(expected)
 * ahead      kept, silence         kept, or late NAK      kept, silence
 * expected   closes the gap        closes the gap         executed, or refused as below
 *
 * ahead      by no more than outOfOrder PSNs; beyond: by more
 *
 * state      FIRST      MIDDLE, LAST        ONLY    leaves when
 * IDLE       begins     NAK 0x61            done    a message begins
 * SEND       NAK 0x61   of a SEND: next     0x61    its LAST is executed
 * WRITE      NAK 0x61   of a WRITE: next    0x61    its LAST is executed
 * FAILED     dropped    dropped             -       reset; entered after NAK 0x61..0x63
 * </pre>
 *
 * A packet that needs a receive and finds none is answered with an RNR NAK and changes nothing.
 * A packet that was kept is executed right after the one before it: its payload is seen then, and one
 * ACK answers them all. That hardware has placed it earlier can be seen by nobody before the completion.
 */
final class Responder {
    private enum State {
        IDLE,
        SEND,
        WRITE,
        FAILED
    }

    private static final int FEEDBACK_DEPTH = 512;

    private final QpSettings settings;
    private final QpCounters counters;
    private final HeaderTemplate template;
    private final Delivery delivery;
    private final FeedbackQueue feedback;
    private final ReorderBuffer ahead;
    private final int mtu;

    private State state = State.IDLE;
    private int expected;
    private int msn;

    /** Something ahead has come, since gapNs; or nothing new was said of it since then. */
    private boolean gap;

    private long gapNs;

    /** A NAK was sent for the gap. */
    private boolean gapReported;

    private int sinceAck;

    Responder(
            final QpSettings settings,
            final QpCounters counters,
            final CompletionQueue completions,
            final HeaderTemplate template) {
        this.settings = settings;
        this.counters = counters;
        this.template = template;
        delivery = new Delivery(settings, completions);
        feedback = new FeedbackQueue(FEEDBACK_DEPTH, settings.mergeAcks());
        ahead = new ReorderBuffer(settings);
        mtu = settings.pathMtu();
        expected = settings.rqPsn();
    }

    /** Forgets everything but registered memory and the sink, as a queue pair in RESET does. */
    void reset(final int rqPsn) {
        delivery.clear();
        feedback.clear();
        state = State.IDLE;
        msn = 0;
        startAt(rqPsn);
    }

    /** Moves the expected PSN; only between messages. */
    void startAt(final int rqPsn) {
        expected = rqPsn;
        ahead.clear();
        gap = false;
        sinceAck = 0;
    }

    /** Whether an opcode is a request of a reliable connection, supported or not. */
    static boolean isRequest(final int opcode) {
        return opcode <= Opcode.READ_REQUEST
                || opcode >= Opcode.CMP_SWAP && opcode <= Opcode.ATOMIC_WRITE;
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    boolean failed() {
        return state == State.FAILED;
    }

    int psn() {
        return expected;
    }

    int msn() {
        return msn;
    }

    Delivery delivery() {
        return delivery;
    }

    /**
     * Writes the oldest ACK or NAK that waits.
     *
     * @return its length, or 0
     */
    int poll(final MutableDirectBuffer out, final int offset) {
        if (feedback.isEmpty()) {
            return 0;
        }
        final long entry = feedback.remove();
        final int syndrome = FeedbackQueue.syndrome(entry);
        final int psn = FeedbackQueue.psn(entry);
        final int aeth = template.begin(out, offset, Opcode.ACKNOWLEDGE, psn, false);
        Aeth.write(out, aeth, syndrome, FeedbackQueue.msn(entry));
        counters.increment(sentCounter(syndrome));
        return template.finish(out, offset, aeth + Aeth.LENGTH);
    }

    /** Takes a request of this connection and counts how it ended. */
    void onRequest(final long nowNs, final DirectBuffer frame, final FrameInfo info) {
        if (state == State.FAILED) {
            counters.increment(QpCounter.NOT_READY);
            return;
        }
        final int distance = Psn.distance(expected, info.psn);
        if (distance < 0) {
            counters.increment(QpCounter.DUPLICATE);
            acknowledge();
        } else if (distance == 0) {
            onExpected(nowNs, frame, info);
        } else if (ahead.takes(distance, info)) {
            if (ahead.holds(info.psn)) {
                counters.increment(QpCounter.DUPLICATE);
            } else {
                counters.increment(QpCounter.KEPT);
                ahead.put(frame, info);
            }
            onAhead(nowNs, false);
        } else {
            counters.increment(QpCounter.OUT_OF_SEQUENCE);
            onAhead(nowNs, true);
        }
    }

    /** Executes the packet and those kept right behind it. */
    private void onExpected(final long nowNs, final DirectBuffer frame, final FrameInfo info) {
        int syndrome = execute(frame, info);
        counters.increment(endCounter(syndrome));
        boolean asked = syndrome == Aeth.ACK_UNLIMITED && asks(info);
        while (syndrome == Aeth.ACK_UNLIMITED && !failed() && ahead.holds(expected)) {
            final FrameInfo kept = ahead.take(expected);
            syndrome = execute(ahead.frames(), kept);
            asked |= syndrome == Aeth.ACK_UNLIMITED && asks(kept);
        }
        gap = !ahead.isEmpty();
        gapNs = nowNs;
        gapReported = false;
        if (asked) {
            acknowledge();
        }
        if (syndrome != Aeth.ACK_UNLIMITED) {
            refuse(syndrome);
        }
    }

    private boolean asks(final FrameInfo info) {
        return info.ackReq || settings.ackEvery() > 0 && ++sinceAck >= settings.ackEvery();
    }

    /** Ends every receive with FLUSHED; feedback that waits is still sent. */
    void flush() {
        state = State.FAILED;
        delivery.flush();
    }

    private void acknowledge() {
        sinceAck = 0;
        feedback.add(Aeth.ACK_UNLIMITED, msn, Psn.previous(expected));
    }

    private void onAhead(final long nowNs, final boolean lost) {
        final long repeatNs = settings.nakRepeatNs();
        final boolean late = gap && repeatNs > 0 && nowNs - gapNs >= repeatNs;
        if (late || lost && !gapReported) {
            gapNs = nowNs;
            gapReported = true;
            feedback.add(Aeth.NAK_PSN_SEQUENCE_ERROR, msn, expected);
        } else if (!gap) {
            gapNs = nowNs;
        }
        gap = true;
    }

    private void refuse(final int syndrome) {
        feedback.add(syndrome, msn, expected);
        if (Aeth.type(syndrome) != Aeth.TYPE_RNR_NAK) {
            state = State.FAILED;
        }
    }

    /** Checks in the order of the soft-RoCE driver, then delivers; answers a syndrome. */
    private int execute(final DirectBuffer frame, final FrameInfo info) {
        if (info.kind != FrameKind.ROCE_DATA) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        final int opcode = info.opcode;
        final boolean write = Opcode.isWrite(opcode);
        final boolean starts = Opcode.startsMessage(opcode);
        final boolean ends = Opcode.endsMessage(opcode);
        final boolean fits =
                starts ? state == State.IDLE : state == (write ? State.WRITE : State.SEND);
        if (!fits) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        final boolean takesReceive = write ? Opcode.hasImmediate(opcode) : starts;
        if (takesReceive && !delivery.hasReceive()) {
            return Aeth.RNR_NAK | settings.rnrTimerCode();
        }
        final int payload = info.payloadLength;
        final boolean rightLength =
                ends ? payload <= mtu && (starts || payload > 0) : payload == mtu;
        if (!rightLength) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        final int syndrome = delivery.take(frame, info, write, starts, ends);
        if (syndrome != Aeth.ACK_UNLIMITED) {
            return syndrome;
        }
        counters.add(QpCounter.BYTES_DELIVERED, payload);
        expected = Psn.next(expected);
        state = ends ? State.IDLE : write ? State.WRITE : State.SEND;
        if (ends) {
            msn = (msn + 1) & Psn.MASK;
            if (!delivery.complete(frame, info, write)) {
                state = State.FAILED;
            }
        }
        return Aeth.ACK_UNLIMITED;
    }

    private static QpCounter endCounter(final int syndrome) {
        return switch (Aeth.type(syndrome)) {
            case Aeth.TYPE_ACK -> QpCounter.EXECUTED;
            case Aeth.TYPE_RNR_NAK -> QpCounter.NO_RECEIVE;
            default -> QpCounter.REFUSED;
        };
    }

    private static QpCounter sentCounter(final int syndrome) {
        if (Aeth.type(syndrome) == Aeth.TYPE_ACK) {
            return QpCounter.ACK_SENT;
        }
        if (Aeth.type(syndrome) == Aeth.TYPE_RNR_NAK) {
            return QpCounter.RNR_SENT;
        }
        return Aeth.isFatal(syndrome) ? QpCounter.FATAL_SENT : QpCounter.NAK_SENT;
    }
}
