package io.polycast.core;

import io.polycast.core.trace.CommonEvent;
import io.polycast.core.trace.TraceSink;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Reports every copy to the trace on its way to the real sink. */
final class TracedEgress implements EgressSink {
    private TraceSink sink;
    private EgressSink target;
    private FrameInfo info;
    private long nowNs;

    void sink(final TraceSink newSink) {
        sink = newSink;
    }

    void begin(final long atNs, final EgressSink egress, final FrameInfo frameInfo) {
        nowNs = atNs;
        target = egress;
        info = frameInfo;
    }

    @Override
    public UnsafeBuffer headerMemory() {
        return target.headerMemory();
    }

    @Override
    public int headerSpace() {
        return target.headerSpace();
    }

    @Override
    public int room(final int egressPort) {
        return target.room(egressPort);
    }

    @Override
    public int longest(final int egressPort) {
        return target.longest(egressPort);
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        return target.offer(egressPort, frame, offset, length);
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        final boolean taken = target.offerCopy(egressPort, copy, headerOffset, icrc);
        if (taken) {
            sink.onEvent(
                    nowNs, CommonEvent.COPY, info.dstIp, egressPort, -1, info.psn, info.opcode);
        }
        return taken;
    }
}
