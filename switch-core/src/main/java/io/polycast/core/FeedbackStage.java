package io.polycast.core;

import io.polycast.ack.AckAggregator;
import io.polycast.ack.Outcome;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.event.EvictionCause;
import io.polycast.core.offload.Offload;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Opcode;
import org.agrona.DirectBuffer;

/** ACK, NAK and CNP on their way from receivers to the source: judged, folded, and sent on. */
final class FeedbackStage {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final AckAggregator aggregator;
    private final CnpFilter cnpFilter;
    private final FeedbackAuthor author;
    private final RateLimits limits;

    /** Null without a kernel that may serve groups. */
    private final Offload offload;

    private final Icrc icrc;
    private final CounterBlock counters;
    private final CoreTrace trace;

    /** Where each group's source was found last. */
    private final int[] sourcePaths;

    FeedbackStage(
            final Mft mft,
            final AckAggregator aggregator,
            final CnpFilter cnpFilter,
            final FeedbackAuthor author,
            final RateLimits limits,
            final Offload offload,
            final Icrc icrc,
            final CounterBlock counters,
            final CoreTrace trace) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.aggregator = aggregator;
        this.cnpFilter = cnpFilter;
        this.author = author;
        this.limits = limits;
        this.offload = offload;
        this.icrc = icrc;
        this.counters = counters;
        this.trace = trace;
        this.sourcePaths = new int[mft.maxGroups()];
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
        if (!isIcrcRight(frame, info)) {
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
        if (offload != null) {
            offload.onFeedback(nowNs, slot, path, id, Aeth.type(syndrome) != Aeth.TYPE_ACK);
        }
        send(nowNs, slot, outcome, frame, info, egress);
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
        paths.clear(id, PathFeedback.NAK_WAITS);
        counters.count(Tally.MEMBERS_EVICTED);
        if (offload != null) {
            offload.onEvicted(nowNs, slot, path, id);
        }
        trace.evicted(nowNs, slot, path, cause);
    }

    /** The group's members changed: counts them anew. */
    void recount(final int slot) {
        aggregator.recount(slot);
        if (offload != null) {
            offload.onMembership(slot);
        }
    }

    /** The group's members changed: sends what is due now, caused by no frame. */
    void onMembership(final long nowNs, final int slot, final EgressSink egress) {
        final long outcome = aggregator.onMembership(nowNs, slot);
        if (offload != null) {
            offload.onMembership(slot);
        }
        send(nowNs, slot, outcome, null, null, egress);
    }

    /** Rule 2: the source repeats what all have acknowledged, so its ACK was lost: once more. */
    void answerRetransmission(
            final long nowNs,
            final int slot,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (acknowledge(
                nowNs, slot, groups.minimum(slot), Aeth.ACK_UNLIMITED, frame, info, egress)) {
            counters.count(Tally.ACKS_OUT);
        }
    }

    /** Rule 2 for an earlier source: what it repeats is acknowledged, and no more than that. */
    void answerFormerSource(
            final long nowNs,
            final int slot,
            final int path,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final int syndrome = Aeth.ACK_UNLIMITED;
        if (acknowledge(nowNs, slot, path, info.psn, syndrome, 0, frame, info, egress)) {
            counters.count(Tally.ACKS_OUT);
        }
    }

    /**
     * Rule 8: the source's side repeats what asks, and this switch waits for its own members. The switch
     * above must hear it: by its aggregate once more, or without one by {@code alive}. A switch without
     * members in service waits for nobody, and is as silent as they were.
     *
     * @param frame holds the data, null when the kernel took it
     * @param psn of the data
     */
    void showLife(
            final long nowNs,
            final int slot,
            final int psn,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (mft.isHost(mft.row(slot, sourcePath(slot))) || groups.receivers(slot) == 0) {
            return;
        }
        // A receiver that was the source until now may be behind what that source was told.
        final boolean told =
                groups.unknown(slot) == 0
                        && groups.has(slot, GroupFeedback.AGG_VALID)
                        && Psn.distance(groups.aggAckPsn(slot), groups.minimum(slot)) >= 0;
        final boolean taken =
                told
                        ? acknowledge(
                                nowNs,
                                slot,
                                groups.aggAckPsn(slot),
                                Aeth.ACK_UNLIMITED,
                                frame,
                                info,
                                egress)
                        : acknowledge(nowNs, slot, psn, Aeth.ALIVE, frame, info, egress);
        if (taken) {
            counters.count(Tally.ACKS_OUT);
        }
    }

    /**
     * Rule 6: the source sends on although a member has refused for good, so the report may be lost.
     *
     * @return whether the source was told, or told again
     */
    boolean remindOfRefusal(
            final long nowNs,
            final int slot,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final long outcome = aggregator.onDataToRefusing(nowNs, slot, info.psn);
        send(nowNs, slot, outcome, frame, info, egress);
        return Outcome.action(outcome) != Outcome.NOTHING;
    }

    /** Whether a frame that the classifier refuses says that a switch waits for its own members. */
    static boolean isAlive(final DirectBuffer frame, final FrameInfo info) {
        return info.reason == Ending.BAD_AETH.id()
                && info.opcode == Opcode.ACKNOWLEDGE
                && info.icrcOffset == info.aethOffset + Aeth.LENGTH
                && Aeth.syndrome(frame, info.aethOffset) == Aeth.ALIVE;
    }

    private void send(
            final long nowNs,
            final int slot,
            final long outcome,
            final DirectBuffer cause,
            final FrameInfo info,
            final EgressSink egress) {
        final int action = Outcome.action(outcome);
        if (action == Outcome.NOTHING) {
            return;
        }
        if (offload != null && action == Outcome.NAK) {
            offload.onNakSent(slot);
        }
        final int syndrome = Outcome.syndrome(outcome);
        if (!acknowledge(nowNs, slot, Outcome.psn(outcome), syndrome, cause, info, egress)) {
            return;
        }
        if (action == Outcome.ACK) {
            counters.count(Tally.ACKS_OUT);
        } else if (syndrome == Aeth.NAK_PSN_SEQUENCE_ERROR) {
            counters.count(Tally.NACKS_OUT);
        } else {
            counters.count(Aeth.isFatal(syndrome) ? Tally.FATAL_NAKS_OUT : Tally.RNR_NAKS_OUT);
        }
    }

    /** Returns whether the source's port took the frame. */
    private boolean acknowledge(
            final long nowNs,
            final int slot,
            final int psn,
            final int syndrome,
            final DirectBuffer cause,
            final FrameInfo info,
            final EgressSink egress) {
        final int path = sourcePath(slot);
        // Nobody looks at those of an alive.
        final int congestion =
                syndrome == Aeth.ALIVE
                        ? 0
                        : groups.flags(slot) & (GroupFeedback.BECN | GroupFeedback.FECN);
        if (!acknowledge(nowNs, slot, path, psn, syndrome, congestion, cause, info, egress)) {
            return false;
        }
        if (congestion != 0) {
            groups.clear(slot, congestion);
            counters.count(Tally.BECN_PASSED);
        }
        return true;
    }

    /** Returns whether the path's port took the frame. */
    private boolean acknowledge(
            final long nowNs,
            final int slot,
            final int path,
            final int psn,
            final int syndrome,
            final int congestion,
            final DirectBuffer cause,
            final FrameInfo info,
            final EgressSink egress) {
        final int row = mft.row(slot, path);
        final int msn = aggregator.msn(slot);
        final int length =
                author.acknowledge(slot, row, cause, info, psn, syndrome, msn, congestion);
        if (!egress.offer(mft.port(row), author.frame(), 0, length)) {
            counters.count(Tally.FEEDBACK_REFUSED);
            return false;
        }
        trace.feedbackOut(nowNs, slot, mft.port(row), path, psn, syndrome);
        return true;
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
        final int path = sourcePath(slot);
        final int row = mft.row(slot, path);
        final int length = author.notifyCongestion(slot, row, frame, info);
        if (egress.offer(mft.port(row), author.frame(), 0, length)) {
            counters.count(Tally.CNPS_OUT);
            trace.cnpOut(nowNs, slot, mft.port(row), path);
        } else {
            counters.count(Tally.FEEDBACK_REFUSED);
        }
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

    private boolean isIcrcRight(final DirectBuffer frame, final FrameInfo info) {
        if (info.icrcVerified) {
            return true;
        }
        counters.count(Tally.ICRC_VERIFIED);
        return icrc.verify(frame, info);
    }

    /** Index of the source's path; only called while there is a source. */
    private int sourcePath(final int slot) {
        final int source = groups.source(slot);
        int path = sourcePaths[slot];
        if (path < mft.pathCount(slot) && mft.feedbackId(mft.row(slot, path)) == source) {
            return path;
        }
        path = 0;
        while (mft.feedbackId(mft.row(slot, path)) != source) {
            path++;
        }
        sourcePaths[slot] = path;
        return path;
    }
}
