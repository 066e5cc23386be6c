package io.polycast.core.cepheus;

import io.polycast.ack.AckAggregator;
import io.polycast.ack.Outcome;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.event.EvictionCause;
import io.polycast.core.limits.RateLimits;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Opcode;
import org.agrona.DirectBuffer;

/**
 * ACK, NAK and CNP on their way from receivers to the source: verified, aggregated or filtered, and
 * sent on.
 */
final class FeedbackStage {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final AckAggregator aggregator;
    private final CnpFilter cnpFilter;
    private final SourceAnswers answers;
    private final RateLimits limits;
    private final GroupDatapaths datapaths;
    private final IcrcCheck icrc;
    private final CounterBlock counters;
    private final CepheusTrace trace;

    FeedbackStage(final CepheusParts parts, final SourceAnswers answers) {
        this.mft = parts.mft();
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.aggregator = parts.aggregator();
        this.cnpFilter = parts.cnpFilter();
        this.answers = answers;
        this.limits = parts.limits();
        this.datapaths = parts.datapaths();
        this.icrc = parts.icrc();
        this.counters = parts.counters();
        this.trace = parts.trace();
    }

    /**
     * Feedback of a member or next-hop switch, found on its own port; a malformed frame is one that
     * {@link #isAlive}.
     *
     * @return id of the {@link Ending}
     */
    int onFeedback(
            final long nowNs,
            final int slot,
            final int path,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final int row = mft.row(slot, path);
        final int id = mft.feedbackId(row);
        if (groups.source(slot) < 0) {
            return Ending.NO_SOURCE.id();
        }
        if (groups.source(slot) == id) {
            return Ending.FEEDBACK_FROM_SOURCE.id();
        }
        if (paths.has(id, PathFeedback.EVICTED)) {
            return Ending.EVICTED_MEMBER.id();
        }
        if (!limits.takesFeedback(nowNs, slot, id)) {
            return Ending.RATE_LIMITED.id();
        }
        if (!icrc.isRight(frame, info)) {
            return Ending.BAD_ICRC.id();
        }
        if (info.kind == FrameKind.MALFORMED) {
            aggregator.onAlive(nowNs, id);
            return Ending.FEEDBACK_STALE.id();
        }
        if (info.kind == FrameKind.ROCE_CNP) {
            return onCnp(nowNs, slot, id, frame, info, egress);
        }
        noteCongestion(nowNs, slot, id, frame, info);
        final int syndrome = Aeth.syndrome(frame, info.aethOffset);
        final int msn = Aeth.msn(frame, info.aethOffset);
        final long outcome;
        if (Aeth.type(syndrome) == Aeth.TYPE_ACK) {
            outcome = aggregator.onAck(nowNs, slot, id, info.psn, msn);
        } else if (Aeth.isFatal(syndrome) && mft.evictsOnFatalNak(slot) && mft.isHost(row)) {
            outcome = onFatal(nowNs, slot, path, id, info.psn);
        } else {
            outcome = aggregator.onNak(nowNs, slot, id, info.psn, syndrome, msn);
        }
        datapaths.onFeedback(nowNs, slot, path, id, Aeth.type(syndrome) != Aeth.TYPE_ACK);
        answers.send(nowNs, slot, outcome, frame, info, egress);
        return Outcome.ending(outcome);
    }

    private long onFatal(
            final long nowNs, final int slot, final int path, final int id, final int psn) {
        counters.count(Tally.NAKS_IN);
        final int refusal = aggregator.refusalOfNak(slot, id, psn);
        if (refusal != 0) {
            return Outcome.nothing(refusal);
        }
        evict(nowNs, slot, path, id, EvictionCause.FATAL_NAK);
        return Outcome.withEnding(
                aggregator.onMembership(nowNs, slot), Ending.FATAL_NAK_ABSORBED.id());
    }

    /** Takes a member out of service; the caller settles the group afterwards. */
    void evict(
            final long nowNs,
            final int slot,
            final int path,
            final int id,
            final EvictionCause cause) {
        final boolean demote = cause == EvictionCause.SILENT_DEMOTED;
        paths.set(id, PathFeedback.EVICTED | (demote ? PathFeedback.DEMOTED : 0));
        aggregator.naks().onGone(id);
        counters.count(Tally.MEMBERS_EVICTED);
        datapaths.onEvicted(nowNs, slot, path, id);
        trace.evicted(nowNs, slot, path, cause);
    }

    /** The group's members changed: counts them anew. */
    void recount(final int slot) {
        aggregator.recount(slot);
        datapaths.onMembership(slot);
    }

    /** The group's members changed: sends what is due now, caused by no frame. */
    void onMembership(final long nowNs, final int slot, final EgressSink egress) {
        final long outcome = aggregator.onMembership(nowNs, slot);
        datapaths.onMembership(slot);
        answers.send(nowNs, slot, outcome, null, null, egress);
    }

    /** Whether a frame that the classifier refuses says that a switch waits for its own members. */
    static boolean isAlive(final DirectBuffer frame, final FrameInfo info) {
        return info.reason == Ending.BAD_AETH.id()
                && info.opcode == Opcode.ACKNOWLEDGE
                && info.icrcOffset == info.aethOffset + Aeth.LENGTH
                && Aeth.syndrome(frame, info.aethOffset) == Aeth.ALIVE;
    }

    private int onCnp(
            final long nowNs,
            final int slot,
            final int id,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        counters.count(Tally.CNPS_IN);
        if (!cnpFilter.onSignal(nowNs, slot, id)) {
            return Ending.CNP_FILTERED.id();
        }
        answers.notifyCongestion(nowNs, slot, frame, info, egress);
        return Ending.CNP_PASSED.id();
    }

    /** Congestion bits of an ACK that will be absorbed wait for the next aggregate. */
    private void noteCongestion(
            final long nowNs,
            final int slot,
            final int id,
            final DirectBuffer frame,
            final FrameInfo info) {
        final boolean becn = Bth.becn(frame, info.bthOffset);
        final boolean fecn = Bth.fecn(frame, info.bthOffset);
        if ((becn || fecn) && cnpFilter.onSignal(nowNs, slot, id)) {
            groups.set(slot, (becn ? GroupFeedback.BECN : 0) | (fecn ? GroupFeedback.FECN : 0));
        }
    }
}
