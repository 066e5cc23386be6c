package io.polycast.core.cepheus;

import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.trace.CommonEvent;
import io.polycast.core.trace.TraceEvent;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.wire.Aeth;

/**
 * Reports frames that the switch authors, and events of groups, to a {@link TraceSink} if there is
 * one. Events that concern a group as a whole go to {@link GroupEvents} as well.
 */
final class CepheusTrace {
    private final Mft mft;
    private final MftWriter writer;
    private TraceSink sink;
    private GroupEvents listener = GroupEvents.NONE;
    private Registrar registrar = Registrar.NONE;

    CepheusTrace(final Mft mft, final MftWriter writer) {
        this.mft = mft;
        this.writer = writer;
    }

    void registrar(final Registrar newRegistrar) {
        registrar = newRegistrar;
    }

    void listener(final GroupEvents events) {
        listener = events;
    }

    void sink(final TraceSink newSink) {
        sink = newSink;
    }

    void feedbackOut(
            final long nowNs,
            final int slot,
            final int port,
            final int path,
            final int psn,
            final int syndrome) {
        if (sink != null) {
            final boolean ack = Aeth.type(syndrome) == Aeth.TYPE_ACK || syndrome == Aeth.ALIVE;
            sink.onEvent(
                    nowNs,
                    ack ? CepheusEvent.ACK_OUT : CepheusEvent.NAK_OUT,
                    mft.mcstId(slot),
                    port,
                    path,
                    psn,
                    syndrome);
        }
    }

    void cnpOut(final long nowNs, final int slot, final int port, final int path) {
        if (sink != null) {
            sink.onEvent(nowNs, CepheusEvent.CNP_OUT, mft.mcstId(slot), port, path, -1, 0);
        }
    }

    void source(
            final long nowNs,
            final int slot,
            final int port,
            final int path,
            final int psn,
            final boolean anew) {
        if (sink != null) {
            final int detail = anew ? 1 : 0;
            sink.onEvent(nowNs, CepheusEvent.SOURCE, mft.mcstId(slot), port, path, psn, detail);
        }
    }

    /** The source of a group is on another path. */
    void sourceMoved(final int slot, final int oldId, final int path) {
        for (int from = 0; from < mft.pathCount(slot); from++) {
            if (mft.feedbackId(mft.row(slot, from)) == oldId) {
                listener.sourceMoved(mft.mcstId(slot), spec(slot, from), spec(slot, path));
                return;
            }
        }
    }

    private PathSpec spec(final int slot, final int path) {
        return writer.spec(slot).paths().get(path);
    }

    void evicted(final long nowNs, final int slot, final int path, final EvictionCause cause) {
        final boolean demote = cause == EvictionCause.SILENT_DEMOTED;
        listener.memberEvicted(mft.mcstId(slot), spec(slot, path), cause);
        registrar.onPathOut(mft.mcstId(slot), spec(slot, path), demote);
        if (sink != null) {
            final int port = mft.port(mft.row(slot, path));
            sink.onEvent(
                    nowNs, CepheusEvent.EVICTED, mft.mcstId(slot), port, path, -1, demote ? 1 : 0);
        }
    }

    void groupSet(final long nowNs, final int mcstId, final int paths) {
        group(nowNs, CommonEvent.GROUP_SET, mcstId, paths);
    }

    void groupUnset(final long nowNs, final int mcstId) {
        group(nowNs, CommonEvent.GROUP_UNSET, mcstId, 0);
    }

    private void group(
            final long nowNs, final TraceEvent event, final int mcstId, final int paths) {
        if (sink != null) {
            sink.onEvent(nowNs, event, mcstId, -1, -1, -1, paths);
        }
    }
}
