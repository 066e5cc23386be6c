package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.PayloadSink;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.ImmDt;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Destination of payload: posted receives, registered memory or a sink; and its checks. Packets
 * come in PSN order, each once, and follow the form of their message.
 */
final class Delivery {
    private static final long DMA_LENGTH_MAX = 1L << 31;

    private final CompletionQueue completions;
    private final ReceiveQueue receives;
    private final MemoryRegions regions = new MemoryRegions();
    private final int tooLongSyndrome;
    private final boolean isVirtual;

    /** Bytes of the current message so far. */
    private int received;

    /** Of the current WRITE: where its next byte goes, and bytes to come. */
    private int region;

    private long position;
    private long remaining;

    private PayloadSink sink;
    private int endlessLength = -1;
    private boolean flushed;

    Delivery(final QpSettings settings, final CompletionQueue completions) {
        this.completions = completions;
        receives = new ReceiveQueue(settings.receiveQueueDepth());
        tooLongSyndrome = settings.tooLongSyndrome();
        isVirtual = settings.virtualPayload();
    }

    MemoryRegions regions() {
        return regions;
    }

    void sink(final PayloadSink consumer, final int endlessReceiveLength) {
        if (endlessReceiveLength >= 0 && !receives.isEmpty()) {
            throw new IllegalStateException(receives.size() + " receives are posted already");
        }
        sink = consumer;
        endlessLength = endlessReceiveLength;
    }

    boolean post(final long wrId, final MutableDirectBuffer into, final int at, final int limit) {
        if (endlessLength >= 0) {
            throw new IllegalStateException("receives are endless: none can be posted");
        }
        if (into == null && sink == null) {
            throw new IllegalStateException(
                    "a receive without a buffer needs a payload sink first");
        }
        if (limit < 0 || into != null && (at < 0 || limit > into.capacity() - at)) {
            throw new IllegalArgumentException(
                    "receive offset=" + at + " length=" + limit + " leaves its buffer");
        }
        if (flushed) {
            return completions.offer(wrId, CompletionStatus.FLUSHED, WorkOpcode.RECEIVE, 0);
        }
        return receives.add(wrId, into, at, limit);
    }

    int postedReceives() {
        return receives.size();
    }

    boolean hasReceive() {
        return endlessLength >= 0 || !receives.isEmpty();
    }

    /** Forgets receives without completions. */
    void clear() {
        receives.clear();
        flushed = false;
    }

    /** Ends every receive, and those posted later, with FLUSHED. */
    void flush() {
        flushed = true;
        while (!receives.isEmpty()) {
            completions.offer(receives.wrId(), CompletionStatus.FLUSHED, WorkOpcode.RECEIVE, 0);
            receives.remove();
        }
    }

    /**
     * Delivers one packet.
     *
     * @return {@link Aeth#ACK_UNLIMITED}, or the syndrome of the NAK that it deserves
     */
    int take(
            final DirectBuffer frame,
            final FrameInfo info,
            final boolean write,
            final boolean starts,
            final boolean ends) {
        if (starts) {
            received = 0;
        }
        int syndrome = Aeth.ACK_UNLIMITED;
        if (write && starts) {
            syndrome = open(frame, info);
        }
        if (syndrome == Aeth.ACK_UNLIMITED) {
            syndrome = write ? write(frame, info, ends) : receive(frame, info);
        }
        received += info.payloadLength;
        return syndrome;
    }

    /**
     * The message is whole: tells software, unless it was a WRITE without immediate data.
     *
     * @return false when the completion queue had no room
     */
    boolean complete(final DirectBuffer frame, final FrameInfo info, final boolean write) {
        final boolean immediate = Opcode.hasImmediate(info.opcode);
        if (write && !immediate) {
            return true;
        }
        final boolean room =
                completions.offer(
                        receives.isEmpty() ? 0 : receives.wrId(),
                        CompletionStatus.SUCCESS,
                        write ? WorkOpcode.RECEIVE_WRITE_WITH_IMMEDIATE : WorkOpcode.RECEIVE,
                        received,
                        immediate,
                        immediate ? ImmDt.value(frame, info.payloadOffset - ImmDt.LENGTH) : 0);
        if (!receives.isEmpty()) {
            receives.remove();
        }
        return room;
    }

    private int receive(final DirectBuffer frame, final FrameInfo info) {
        final int payload = info.payloadLength;
        final int limit = receives.isEmpty() ? endlessLength : receives.length();
        if (payload > limit - received) {
            if (!receives.isEmpty()) {
                completions.offer(
                        receives.wrId(),
                        CompletionStatus.LOCAL_LENGTH_ERROR,
                        WorkOpcode.RECEIVE,
                        0);
                receives.remove();
            }
            return tooLongSyndrome;
        }
        if (payload > 0) {
            if (receives.isEmpty() || receives.buffer() == null) {
                sink.onPayload(received, frame, info.payloadOffset, payload);
            } else if (!isVirtual) {
                final int at = receives.offset() + received;
                receives.buffer().putBytes(at, frame, info.payloadOffset, payload);
            }
        }
        return Aeth.ACK_UNLIMITED;
    }

    /** First packet of a WRITE: the whole range must lie in one region; an empty one need not. */
    private int open(final DirectBuffer frame, final FrameInfo info) {
        remaining = Reth.dmaLength(frame, info.rethOffset);
        if (remaining > DMA_LENGTH_MAX) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        if (remaining > 0) {
            final long va = Reth.va(frame, info.rethOffset);
            region = regions.find(Reth.rKey(frame, info.rethOffset), va, remaining);
            if (region == MemoryRegions.REFUSED) {
                return Aeth.NAK_REMOTE_ACCESS_ERROR;
            }
            position = regions.position(region, va);
        }
        return Aeth.ACK_UNLIMITED;
    }

    private int write(final DirectBuffer frame, final FrameInfo info, final boolean ends) {
        final int payload = info.payloadLength;
        if (ends ? payload != remaining : payload >= remaining) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        if (payload > 0) {
            if (!isVirtual || regions.hasSink(region)) {
                regions.write(region, position, frame, info.payloadOffset, payload);
            }
            position += payload;
            remaining -= payload;
        }
        return Aeth.ACK_UNLIMITED;
    }
}
