package io.polycast.core;

import io.polycast.ack.AckAggregator;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.offload.Offload;
import io.polycast.mft.bridge.Replicator;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.source.Establishment;
import io.polycast.mft.source.SourceTracker;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Vlan;
import org.agrona.DirectBuffer;

/** Data on its way from the source to the receivers. */
final class DataStage {
    private final Mft mft;
    private final GroupFeedback groups;
    private final SourceTracker sources;
    private final AckAggregator aggregator;
    private final CnpFilter cnpFilter;
    private final Replicator replicator;
    private final FeedbackStage feedback;
    private final SilenceWatch silence;
    private final RateLimits limits;
    private final Beginnings beginnings;

    /** Null without a kernel that may serve groups. */
    private final Offload offload;

    private final Icrc icrc;
    private final boolean verifyAll;
    private final CounterBlock counters;
    private final CoreTrace trace;

    DataStage(
            final Mft mft,
            final SourceTracker sources,
            final AckAggregator aggregator,
            final CnpFilter cnpFilter,
            final Replicator replicator,
            final FeedbackStage feedback,
            final SilenceWatch silence,
            final RateLimits limits,
            final Beginnings beginnings,
            final Offload offload,
            final Icrc icrc,
            final boolean verifyAll,
            final CounterBlock counters,
            final CoreTrace trace) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.sources = sources;
        this.aggregator = aggregator;
        this.cnpFilter = cnpFilter;
        this.replicator = replicator;
        this.feedback = feedback;
        this.silence = silence;
        this.limits = limits;
        this.beginnings = beginnings;
        this.offload = offload;
        this.icrc = icrc;
        this.verifyAll = verifyAll;
        this.counters = counters;
        this.trace = trace;
    }

    /**
     * Data of a member, found on its own port.
     *
     * @return id of the {@link Ending}
     */
    int onData(
            final long nowNs,
            final int port,
            final int slot,
            final int path,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        counters.count(Tally.DATA_IN);
        if (verifyAll && !isIcrcRight(frame, info)) {
            return Ending.BAD_ICRC.id();
        }
        if (!replicator.isInBounds(slot, path, frame, info)) {
            return Ending.REMOTE_ACCESS.id();
        }
        if (Opcode.isUc(info.opcode)) {
            return mft.isUcAllowed(slot)
                    ? replicate(slot, path, false, frame, info, egress)
                    : Ending.UC_REFUSED.id();
        }
        final int id = mft.feedbackId(mft.row(slot, path));
        if (mft.pathFeedback().has(id, PathFeedback.EVICTED)) {
            return Ending.EVICTED_MEMBER.id();
        }
        final boolean retransmission;
        // What began anew is for all, but who asked for it before may ask again (rule 8).
        final boolean repeated;
        final int judgement = sources.judge(nowNs, slot, id, info.psn);
        switch (judgement) {
            case SourceTracker.SOURCE -> {
                if (sources.prolongs(nowNs, slot) && isIcrcRight(frame, info)) {
                    sources.onAccepted(nowNs, slot);
                }
                if (offload != null) {
                    onSourceData(nowNs, slot, frame, info);
                }
                final int order = sources.onData(slot, info.psn);
                if (order == SourceTracker.REPEATED_JUMP && isIcrcRight(frame, info)) {
                    sources.onJumpConfirmed(slot, info.psn);
                }
                retransmission = order == SourceTracker.RETRANSMISSION;
                repeated = retransmission;
                final Establishment establishment = sources.establishment();
                if (establishment.isWatched(slot)) {
                    if (!establishment.isStepBack(slot, info.psn) || isIcrcRight(frame, info)) {
                        establishment.onData(slot, info.psn);
                    }
                } else if (retransmission
                        && (!establishment.isRepeated(slot, info.psn)
                                || isIcrcRight(frame, info))) {
                    establishment.onRetransmission(slot, info.psn);
                }
            }
            case SourceTracker.CANDIDATE, SourceTracker.ANEW -> {
                // One corrupted or forged frame must not turn the tree round (rule 11), nor many.
                if (!limits.takesCandidate(nowNs, slot, id, info.frameLength)) {
                    return Ending.RATE_LIMITED.id();
                }
                if (!isIcrcRight(frame, info)) {
                    return Ending.SOURCE_IMPLAUSIBLE.id();
                }
                if (!limits.takesTurn(nowNs, slot, id, info.frameLength)) {
                    return Ending.RATE_LIMITED.id();
                }
                final boolean anew = judgement == SourceTracker.ANEW;
                repeated = groups.source(slot) == id && sources.hasPassed(slot, info.psn);
                onNewSource(nowNs, port, slot, path, id, anew, frame, info);
                retransmission = false;
            }
            case SourceTracker.FORMER -> {
                return onFormerSource(nowNs, slot, path, id, frame, info, egress);
            }
            default -> {
                return Ending.SOURCE_IMPLAUSIBLE.id();
            }
        }
        limits.onData(slot);
        noteMigReq(id, Bth.migReq(frame, info.bthOffset));
        final boolean refused =
                groups.has(slot, GroupFeedback.FATAL_WAITS)
                        && isIcrcRight(frame, info)
                        && feedback.remindOfRefusal(nowNs, slot, frame, info, egress);
        if (retransmission) {
            counters.count(Tally.RETRANSMITTED);
            // No ICRC covers the tag: a source whose feedback went astray for it repeats itself.
            mft.pathFeedback().form(id, form(frame, info));
            if (aggregator.isAcknowledgedByAll(slot, info.psn)) {
                if (refused) {
                    return Ending.RETRANSMISSION_ANSWERED.id();
                }
                return onAcknowledgedByAll(nowNs, slot, frame, info, egress);
            }
        }
        final int ending = replicate(slot, path, retransmission, frame, info, egress);
        watchSilence(nowNs, slot, repeated, frame, info);
        // A switch that begins cannot tell what the one above has counted as repeated.
        if (info.ackReq && (repeated || beginnings.has(nowNs, slot))) {
            feedback.showLife(nowNs, slot, info.psn, frame, info, egress);
        }
        if (replicator.nakAnswered()) {
            aggregator.onNaksAnswered(slot, info.psn);
        }
        return ending;
    }

    /**
     * What all have acknowledged is rule 2's, also of a group that the kernel serves; a damaged PSN that is
     * repeated is no reason to leave it.
     */
    private void onSourceData(
            final long nowNs, final int slot, final DirectBuffer frame, final FrameInfo info) {
        if (offload.isKernel(slot)
                && !aggregator.isAcknowledgedByAll(slot, info.psn)
                && (!sources.isJump(slot, info.psn) || isIcrcRight(frame, info))) {
            offload.onLateData(nowNs, slot);
        }
        offload.onData(nowNs, slot, info);
    }

    private void onNewSource(
            final long nowNs,
            final int port,
            final int slot,
            final int path,
            final int id,
            final boolean anew,
            final DirectBuffer frame,
            final FrameInfo info) {
        final int old = groups.source(slot);
        if (old >= 0 && old != id) {
            counters.count(Tally.SOURCE_SWITCHES);
            trace.sourceMoved(slot, old, path);
        }
        if (offload != null) {
            offload.release(nowNs, slot);
        }
        if (anew) {
            counters.count(Tally.GROUPS_ANEW);
            if (old == id) {
                silence.onAnew(nowNs, slot, info.psn);
            }
            aggregator.onAnew(slot, id);
        } else {
            aggregator.onSource(slot, id);
        }
        // A source that goes on is still owed what it asked for.
        if (old != id) {
            silence.onSource(slot);
            sources.onEstablished(slot, info.psn);
        } else {
            sources.onEstablishedAgain(slot, info.psn);
        }
        sources.onAccepted(nowNs, slot);
        mft.pathFeedback().form(id, form(frame, info));
        cnpFilter.reset(slot);
        if (offload != null) {
            offload.onData(nowNs, slot, info);
        }
        trace.source(nowNs, slot, port, path, info.psn, anew);
    }

    /** An earlier source repeats what all had acknowledged when the source moved: its ACK was lost. */
    private int onFormerSource(
            final long nowNs,
            final int slot,
            final int path,
            final int id,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (!info.ackReq) {
            return Ending.RETRANSMISSION_FILTERED.id();
        }
        if (!limits.takesCandidate(nowNs, slot, id, info.frameLength)) {
            return Ending.RATE_LIMITED.id();
        }
        if (!isIcrcRight(frame, info)) {
            return Ending.SOURCE_IMPLAUSIBLE.id();
        }
        feedback.answerFormerSource(nowNs, slot, path, frame, info, egress);
        return Ending.RETRANSMISSION_ANSWERED.id();
    }

    /** M of frames to the source that no frame causes: as in its last data. */
    private void noteMigReq(final int id, final boolean migReq) {
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

    private int onAcknowledgedByAll(
            final long nowNs,
            final int slot,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (!info.ackReq) {
            return Ending.RETRANSMISSION_FILTERED.id();
        }
        feedback.answerRetransmission(nowNs, slot, frame, info, egress);
        return Ending.RETRANSMISSION_ANSWERED.id();
    }

    /** Whoever's copy did not leave was not asked. */
    private void watchSilence(
            final long nowNs,
            final int slot,
            final boolean repeated,
            final DirectBuffer frame,
            final FrameInfo info) {
        if (silence.isOff(slot)) {
            return;
        }
        final int refused = replicator.refused();
        // What jumps ahead may be a corrupted PSN, or overtook others: in each round, perhaps.
        boolean asks =
                info.ackReq
                        && (Psn.distance(groups.highest(slot), info.psn) <= 0
                                || isIcrcRight(frame, info));
        if (refused > 0 && asks) {
            // New data is nobody's debt then, until it is repeated.
            asks = repeated;
            for (int n = 0; repeated && n < refused; n++) {
                silence.onRefused(nowNs, replicator.refusedId(n));
            }
        }
        silence.onData(nowNs, slot, info.psn, asks, repeated);
    }

    private int replicate(
            final int slot,
            final int path,
            final boolean retransmission,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final int sent = replicator.replicate(slot, path, retransmission, frame, info, egress);
        if (sent > 0) {
            return Ending.REPLICATED.id();
        }
        if (replicator.refused() > 0) {
            return Ending.EGRESS_REFUSED.id();
        }
        return retransmission ? Ending.RETRANSMISSION_FILTERED.id() : Ending.NO_RECEIVER.id();
    }

    private boolean isIcrcRight(final DirectBuffer frame, final FrameInfo info) {
        if (!info.icrcVerified) {
            counters.count(Tally.ICRC_VERIFIED);
            info.icrcVerified = icrc.verify(frame, info);
        }
        return info.icrcVerified;
    }
}
