package io.polycast.core;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Reports every copy to the trace on its way to the real sink. */
final class TracedEgress implements EgressSink {
    private final CoreTrace trace;
    private EgressSink target;
    private FrameInfo info;
    private long nowNs;

    TracedEgress(final CoreTrace trace) {
        this.trace = trace;
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
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        return target.offer(egressPort, frame, offset, length);
    }

    @Override
    public boolean offerCopy(
            final int egressPort,
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        final boolean taken =
                target.offerCopy(
                        egressPort,
                        header,
                        headerOffset,
                        headerLength,
                        tail,
                        tailOffset,
                        tailLength,
                        icrcIndex,
                        icrc);
        if (taken) {
            trace.copy(nowNs, egressPort, info.dstIp, info.psn, info.opcode);
        }
        return taken;
    }
}
