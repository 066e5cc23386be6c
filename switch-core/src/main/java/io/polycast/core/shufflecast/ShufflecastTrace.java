package io.polycast.core.shufflecast;

import io.polycast.core.trace.CommonEvent;
import io.polycast.core.trace.TraceEvent;
import io.polycast.core.trace.TraceSink;

/** Reports events to a {@link TraceSink} if there is one. */
final class ShufflecastTrace {
    static final int NONE = -1;

    private TraceSink sink;
    private long nowNs;

    void sink(final TraceSink newSink) {
        sink = newSink;
    }

    /** Time of the events that follow. */
    void now(final long atNs) {
        nowNs = atNs;
    }

    void copy(final TraceEvent event, final int mcstId, final int port, final int length) {
        if (sink != null) {
            sink.onEvent(nowNs, event, mcstId, port, NONE, NONE, length);
        }
    }

    /** An event of a node: its number stands as path. */
    void node(
            final TraceEvent event,
            final int port,
            final int tor,
            final int sequence,
            final int detail) {
        if (sink != null) {
            sink.onEvent(nowNs, event, 0, port, tor, sequence, detail);
        }
    }

    void groupSet(final int mcstId, final int paths) {
        if (sink != null) {
            sink.onEvent(nowNs, CommonEvent.GROUP_SET, mcstId, NONE, NONE, NONE, paths);
        }
    }

    void groupUnset(final int mcstId) {
        if (sink != null) {
            sink.onEvent(nowNs, CommonEvent.GROUP_UNSET, mcstId, NONE, NONE, NONE, 0);
        }
    }
}
