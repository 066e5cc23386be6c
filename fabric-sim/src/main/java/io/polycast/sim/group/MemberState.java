package io.polycast.sim.group;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.PayloadSink;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.QpCounters;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import org.agrona.DirectBuffer;

/**
 * A member as it runs: its queue pair, and the invariant of delivery. Payload is checked byte by byte
 * against the group's stream where it arrives.
 */
public final class MemberState implements PayloadSink {
    /** Key of a member's memory; the switch must translate to it. */
    public static final int RKEY = 0xA0_0000;

    /** Key that the source puts into its WRITEs. */
    public static final int GROUP_RKEY = 0x1234;

    private static final QpCounter[] REFUSALS = {
        QpCounter.NOT_ROCE,
        QpCounter.MALFORMED,
        QpCounter.WRONG_ADDRESS,
        QpCounter.WRONG_QPN,
        QpCounter.WRONG_PKEY,
        QpCounter.WRONG_MIG_REQ,
        QpCounter.BAD_UDP_CHECKSUM,
        QpCounter.BAD_ICRC,
        QpCounter.UNEXPECTED_OPCODE,
        QpCounter.BEYOND_SENT
    };

    private final GroupState group;
    private final int index;
    private final int host;
    private final int receives;
    private final Completion completion = new Completion();
    private QueuePair qp;
    private boolean live = true;
    private boolean closed;
    private boolean refused;
    private boolean failed;
    private int posted;
    private boolean evicted;
    private boolean stormy;
    private int message;
    private int offset;
    private int completedReceives;
    private int sent;

    /**
     * @param group that it belongs to
     * @param index in the group
     * @param host number
     * @param qp of it
     * @param receives to keep posted
     */
    public MemberState(
            final GroupState group,
            final int index,
            final int host,
            final QueuePair qp,
            final int receives) {
        this.group = group;
        this.index = index;
        this.host = host;
        this.receives = receives;
        attach(qp);
    }

    private void attach(final QueuePair to) {
        qp = to;
        qp.payloadSink(this);
        if (group.isWrite()) {
            final int messages = refuses() ? group.plan().refusal().message() : Integer.MAX_VALUE;
            final int length = group.start(Math.min(messages, group.plan().messages()));
            qp.registerMemory(RKEY + index, va(), (long) length, this);
        }
        replenish();
    }

    /** Virtual address of the member's memory. */
    public long va() {
        return 0x7F00_0000_0000L + ((long) index << 32);
    }

    /** The group. */
    public GroupState group() {
        return group;
    }

    /** Index in the group. */
    public int index() {
        return index;
    }

    /** Host number. */
    public int host() {
        return host;
    }

    /** Its queue pair. */
    public QueuePair qp() {
        return qp;
    }

    /** Whether it has not crashed. */
    public boolean isLive() {
        return live;
    }

    /** It will never answer again. */
    public void crash() {
        live = false;
        group.onCrash(index);
    }

    /** Its queue pair is gone: it neither takes nor sends anything. */
    public void close() {
        closed = true;
    }

    /** Whether its queue pair is gone. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * A new queue pair takes the place of the old one; it takes and sends nothing before {@link #open}.
     *
     * @param to the new one
     */
    public void renew(final QueuePair to) {
        end();
        failed = false;
        attach(to);
    }

    /** The new queue pair is ready. */
    public void open() {
        closed = false;
    }

    /** Its host is back. */
    public void revive() {
        live = true;
        refused = false;
        evicted = false;
        group.onRevival(index);
        storm(false);
    }

    /** Whether a switch took it out of service. */
    public boolean isEvicted() {
        return evicted;
    }

    /** A switch took it out of service. */
    public void evict() {
        evicted = true;
    }

    /**
     * @param on whether it posts no receives for now
     */
    public void storm(final boolean on) {
        stormy = on;
        if (!on) {
            replenish();
        }
    }

    /** Frames that the queue pair refused, or that made it believe what cannot be. */
    public long refusals() {
        final QpCounters counters = qp.counters();
        long sum = 0;
        for (final QpCounter counter : REFUSALS) {
            sum += counters.value(counter);
        }
        return sum;
    }

    private void replenish() {
        if (!group.consumesReceives() || qp.failed()) {
            return;
        }
        while (!stormy && qp.postedReceives() < receives) {
            final boolean none = refuses() && posted == group.plan().refusal().message();
            qp.postReceive(0, null, 0, none ? 0 : Integer.MAX_VALUE);
            posted++;
        }
    }

    /** Whether it will answer a message of this job with a fatal NAK. */
    private boolean refuses() {
        return group.job() == 0
                && group.plan().refusal() != null
                && group.plan().refusal().member() == index;
    }

    /** Whether it has refused for good: its queue pair is in the error state. */
    public boolean hasRefused() {
        return refused;
    }

    /** Whether its queue pair has failed as the source's, because a receiver refused. */
    public boolean hasFailed() {
        return failed;
    }

    /** Sends the messages of the phase that begins. */
    public void begin() {
        sent = 0;
        for (int m = group.phaseFirst(); m < group.phaseEnd(); m++) {
            final int at = group.start(m);
            final int length = group.plan().bytes(m);
            final int immediate = GroupState.immediate(m);
            final boolean taken =
                    switch (group.plan().operation()) {
                        case WorkOpcode.SEND -> qp.postSend(m, group.stream(), at, length);
                        case WorkOpcode.SEND_WITH_IMMEDIATE ->
                                qp.postSendWithImmediate(m, group.stream(), at, length, immediate);
                        case WorkOpcode.WRITE ->
                                qp.postWrite(m, group.stream(), at, length, at, GROUP_RKEY);
                        default ->
                                qp.postWriteWithImmediate(
                                        m, group.stream(), at, length, at, GROUP_RKEY, immediate);
                    };
            if (!taken) {
                throw new IllegalStateException("send queue of member " + index + " is full");
            }
        }
    }

    /** Ends its phase as source: what it sent counts as received. */
    public void end() {
        message = group.phaseEnd();
        offset = 0;
        completedReceives = group.phaseEnd();
    }

    /** Whether everything it sent in this phase is acknowledged. */
    public boolean hasSentAll() {
        return sent == group.phaseEnd() - group.phaseFirst();
    }

    /** Whether it has received everything before a message. */
    public boolean hasReceived(final int end) {
        skipEmpty(end);
        return message >= end && (!group.consumesReceives() || completedReceives >= end);
    }

    /** What is missing, for people. */
    public String position() {
        return "message " + message + " + " + offset + ", rqPsn " + qp.rqPsn();
    }

    private void skipEmpty(final int end) {
        while (message < end && offset == 0 && group.plan().bytes(message) == 0) {
            message++;
        }
    }

    @Override
    public void onPayload(
            final long position, final DirectBuffer source, final int from, final int length) {
        skipEmpty(group.phaseEnd());
        final int expected = group.isWrite() ? group.start(message) + offset : offset;
        if (group.source() == this
                || message >= group.phaseEnd()
                || position != expected
                || offset + length > group.plan().bytes(message)) {
            throw new InvariantViolation(
                    Invariant.DELIVERY,
                    who()
                            + " got "
                            + length
                            + " bytes for position "
                            + position
                            + ", expected "
                            + expected
                            + " of message "
                            + message);
        }
        final int difference =
                group.content().difference(group.start(message) + offset, source, from, length);
        if (difference >= 0) {
            throw new InvariantViolation(
                    Invariant.DELIVERY,
                    who()
                            + " got an altered byte at "
                            + (offset + difference)
                            + " of message "
                            + message);
        }
        offset += length;
        if (offset == group.plan().bytes(message)) {
            message++;
            offset = 0;
        }
    }

    /** Takes completions, checks them, and posts receives anew. */
    public void collect() {
        if (refuses() && qp.failed()) {
            refuse();
            return;
        }
        if (group.source() == this && group.mayFail() && qp.failed()) {
            failed = true;
            return;
        }
        while (qp.receiveCompletions().poll(completion)) {
            final int expected = completedReceives++;
            if (completion.status != CompletionStatus.SUCCESS
                    || expected >= group.phaseEnd()
                    || completion.bytes != group.plan().bytes(expected)
                    || completion.hasImmediate
                            && completion.immediate != GroupState.immediate(expected)) {
                throw new InvariantViolation(
                        Invariant.DELIVERY,
                        who() + " completed receive " + expected + " as " + completion);
            }
        }
        while (qp.sendCompletions().poll(completion)) {
            if (completion.status != CompletionStatus.SUCCESS
                    || completion.wrId != group.phaseFirst() + sent) {
                throw new InvariantViolation(
                        Invariant.PROGRESS,
                        who()
                                + " completed request "
                                + (group.phaseFirst() + sent)
                                + " as "
                                + completion);
            }
            sent++;
        }
        if (qp.failed()) {
            throw new InvariantViolation(Invariant.PROGRESS, who() + " is in the error state");
        }
        replenish();
    }

    private void refuse() {
        if (!refused) {
            refused = true;
            if (group.plan().refusal().evicts()) {
                crash();
            }
        }
    }

    /** Name for messages. */
    public String who() {
        return "member " + index + " (host " + host + ") of group " + group.index();
    }
}
