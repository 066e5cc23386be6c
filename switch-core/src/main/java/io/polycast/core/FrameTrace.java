package io.polycast.core;

import io.polycast.core.trace.CommonEvent;
import io.polycast.core.trace.TraceSink;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.EgressSink;

/** Reports each ended frame and each copy to a {@link TraceSink} if there is one. */
final class FrameTrace {
    private final TracedEgress egress = new TracedEgress();
    private TraceSink sink;

    void sink(final TraceSink newSink) {
        sink = newSink;
        egress.sink(newSink);
    }

    boolean isOn() {
        return sink != null;
    }

    /** The sink for copies of a frame; only called while the trace is on. */
    EgressSink egress(final long nowNs, final FrameInfo info, final EgressSink target) {
        egress.begin(nowNs, target, info);
        return egress;
    }

    /** A frame has ended; only called while the trace is on. */
    void frame(
            final long nowNs,
            final int port,
            final int mcstId,
            final FrameInfo info,
            final int ending) {
        final boolean roce =
                info.kind == FrameKind.ROCE_DATA
                        || info.kind == FrameKind.ROCE_ACK
                        || info.kind == FrameKind.ROCE_CNP
                        || info.kind == FrameKind.ROCE_REFUSED;
        sink.onEvent(nowNs, CommonEvent.FRAME, mcstId, port, -1, roce ? info.psn : -1, ending);
    }
}
