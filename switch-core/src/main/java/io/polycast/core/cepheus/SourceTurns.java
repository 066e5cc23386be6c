package io.polycast.core.cepheus;

import io.polycast.ack.AckAggregator;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.cepheus.silence.SilenceWatch;
import io.polycast.core.limits.RateLimits;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.source.SourceTracker;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Vlan;
import org.agrona.DirectBuffer;

/**
 * Turns the tree of a group to a new source, or begins the group anew with the old one
 * (docs/protocol.md, rules 2, 9 and 11).
 */
final class SourceTurns {
    private final Mft mft;
    private final GroupFeedback groups;
    private final SourceTracker sources;
    private final AckAggregator aggregator;
    private final CnpFilter cnpFilter;
    private final SilenceWatch silence;
    private final RateLimits limits;
    private final GroupDatapaths datapaths;
    private final IcrcCheck icrc;
    private final CounterBlock counters;
    private final CepheusTrace trace;

    SourceTurns(final CepheusParts parts, final SourceTracker sources, final SilenceWatch silence) {
        this.mft = parts.mft();
        this.groups = mft.groupFeedback();
        this.sources = sources;
        this.aggregator = parts.aggregator();
        this.cnpFilter = parts.cnpFilter();
        this.silence = silence;
        this.limits = parts.limits();
        this.datapaths = parts.datapaths();
        this.icrc = parts.icrc();
        this.counters = parts.counters();
        this.trace = parts.trace();
    }

    /**
     * Whether data may not make its path the source: one corrupted or forged frame must not turn the tree
     * round (rule 11), nor many.
     *
     * @return id of the {@link Ending}, or 0 when it may
     */
    int refusal(
            final long nowNs,
            final int slot,
            final int id,
            final DirectBuffer frame,
            final FrameInfo info) {
        if (!limits.takesCandidate(nowNs, slot, id, info.frameLength)) {
            return Ending.RATE_LIMITED.id();
        }
        if (!icrc.isRight(frame, info)) {
            return Ending.SOURCE_IMPLAUSIBLE.id();
        }
        return limits.takesTurn(nowNs, slot, id, info.frameLength) ? 0 : Ending.RATE_LIMITED.id();
    }

    /** A path is the source from this frame on; with {@code anew} nothing known of the group holds. */
    void onNewSource(
            final long nowNs,
            final int port,
            final int slot,
            final int path,
            final boolean anew,
            final DirectBuffer frame,
            final FrameInfo info) {
        final int id = mft.feedbackId(mft.row(slot, path));
        final int old = groups.source(slot);
        if (old >= 0 && old != id) {
            counters.count(Tally.SOURCE_SWITCHES);
            trace.sourceMoved(slot, old, path);
        }
        datapaths.release(nowNs, slot);
        if (anew) {
            counters.count(Tally.GROUPS_ANEW);
            if (old == id) {
                silence.onAnew(nowNs, slot, info.psn);
            }
            aggregator.onAnew(nowNs, slot, id);
        } else {
            aggregator.onSource(nowNs, slot, id);
        }
        // Requests of a source that goes on still require answers.
        if (old != id) {
            silence.onSource(slot);
            sources.onEstablished(slot, info.psn);
        } else {
            sources.onEstablishedAgain(slot, info.psn);
        }
        sources.onAccepted(nowNs, slot);
        noteForm(id, frame, info);
        cnpFilter.reset(slot);
        datapaths.onData(nowNs, slot, info);
        trace.source(nowNs, slot, port, path, info.psn, anew);
    }

    /** Frames to the source take the form of this one: IP version, VLAN tag, M. */
    void noteForm(final int id, final DirectBuffer frame, final FrameInfo info) {
        mft.pathFeedback().form(id, form(frame, info));
    }

    /** M of frames to the source that no frame causes: as in its last data. */
    void noteMigReq(final int id, final boolean migReq) {
        final int form = mft.pathFeedback().form(id);
        if ((form & PathFeedback.FORM_MIG_REQ) != 0 != migReq) {
            mft.pathFeedback().form(id, form ^ PathFeedback.FORM_MIG_REQ);
        }
    }

    private static int form(final DirectBuffer frame, final FrameInfo info) {
        final int tag =
                info.vlanTags == 0
                        ? 0
                        : PathFeedback.FORM_TAGGED
                                | Vlan.tci(frame, info.frameOffset + Ethernet.ETHER_TYPE_OFFSET);
        return (info.ipVersion == 6 ? PathFeedback.FORM_IPV6 : 0)
                | (Bth.migReq(frame, info.bthOffset) ? PathFeedback.FORM_MIG_REQ : 0)
                | tag;
    }
}
