package io.polycast.core.surrogate;

import io.polycast.core.trace.CommonEvent;
import io.polycast.core.trace.TraceSink;

/** Reports events to a {@link TraceSink} if there is one. */
final class SurrogateTrace {
    private static final int NONE = -1;

    private TraceSink sink;
    private long nowNs;

    void sink(final TraceSink newSink) {
        sink = newSink;
    }

    /** Time of the events that follow. */
    void now(final long atNs) {
        nowNs = atNs;
    }

    /** An event at an exit: its port and its number, which stands as path. */
    void at(
            final SurrogateEvent event,
            final int port,
            final int exit,
            final int sequence,
            final int detail) {
        if (sink != null) {
            sink.onEvent(nowNs, event, 0, port, exit, sequence, detail);
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
