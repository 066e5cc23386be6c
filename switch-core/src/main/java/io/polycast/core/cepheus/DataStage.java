package io.polycast.core.cepheus;

import io.polycast.ack.AckAggregator;
import io.polycast.core.cepheus.silence.SilenceWatch;
import io.polycast.core.limits.RateLimits;
import io.polycast.core.offload.GroupDatapaths;
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
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Opcode;
import org.agrona.DirectBuffer;

/** Data on its way from the source to the receivers. */
final class DataStage {
    /** Bit of a passage: the PSN passed before in this exchange. */
    private static final int RETRANSMISSION = 1;

    /** Bit of a passage: the source asked for this PSN before, in this exchange or the one before (rule 8). */
    private static final int REPEATED = 2;

    private final Mft mft;
    private final GroupFeedback groups;
    private final SourceTracker sources;
    private final SourceTurns turns;
    private final AckAggregator aggregator;
    private final Replicator replicator;
    private final SourceAnswers answers;
    private final SilenceWatch silence;
    private final RateLimits limits;
    private final Beginnings beginnings;
    private final GroupDatapaths datapaths;
    private final IcrcCheck icrc;
    private final boolean verifyAll;
    private final CounterBlock counters;

    DataStage(
            final CepheusParts parts,
            final SourceTracker sources,
            final Replicator replicator,
            final SourceAnswers answers,
            final SilenceWatch silence,
            final Beginnings beginnings,
            final boolean verifyAll) {
        this.mft = parts.mft();
        this.groups = mft.groupFeedback();
        this.sources = sources;
        this.turns = new SourceTurns(parts, sources, silence);
        this.aggregator = parts.aggregator();
        this.replicator = replicator;
        this.answers = answers;
        this.silence = silence;
        this.limits = parts.limits();
        this.beginnings = beginnings;
        this.datapaths = parts.datapaths();
        this.icrc = parts.icrc();
        this.verifyAll = verifyAll;
        this.counters = parts.counters();
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
        if (verifyAll && !icrc.isRight(frame, info)) {
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
        final int passage;
        final int judgement = sources.judge(nowNs, slot, id, info.psn);
        switch (judgement) {
            case SourceTracker.SOURCE -> {
                passage =
                        onSource(nowNs, slot, frame, info) == SourceTracker.RETRANSMISSION
                                ? RETRANSMISSION | REPEATED
                                : 0;
            }
            case SourceTracker.CANDIDATE, SourceTracker.ANEW -> {
                final int refusal = turns.refusal(nowNs, slot, id, frame, info);
                if (refusal != 0) {
                    return refusal;
                }
                // Data that began the group anew goes to all, but it may be a repeated request
                // (rule 8).
                passage =
                        groups.source(slot) == id && sources.hasPassed(slot, info.psn)
                                ? REPEATED
                                : 0;
                final boolean anew = judgement == SourceTracker.ANEW;
                turns.onNewSource(nowNs, port, slot, path, anew, frame, info);
            }
            case SourceTracker.FORMER -> {
                return onFormerSource(nowNs, slot, path, frame, info, egress);
            }
            default -> {
                return Ending.SOURCE_IMPLAUSIBLE.id();
            }
        }
        return forward(nowNs, slot, path, passage, frame, info, egress);
    }

    /** Data of the established source; returns its order as the tracker sees it. */
    private int onSource(
            final long nowNs, final int slot, final DirectBuffer frame, final FrameInfo info) {
        if (sources.prolongs(nowNs, slot) && icrc.isRight(frame, info)) {
            sources.onAccepted(nowNs, slot);
        }
        // Rule 2 covers data that all have acknowledged, also of a group that the kernel serves. A
        // repeated PSN with a wrong ICRC is no reason to leave the kernel.
        if (datapaths.isKernel(slot)
                && !aggregator.isAcknowledgedByAll(slot, info.psn)
                && (!sources.isJump(slot, info.psn) || icrc.isRight(frame, info))) {
            datapaths.onLateData(nowNs, slot);
        }
        datapaths.onData(nowNs, slot, info);
        aggregator.naks().onData(slot, info.psn);
        final int order = sources.onData(slot, info.psn);
        if (order == SourceTracker.REPEATED_JUMP && icrc.isRight(frame, info)) {
            sources.onJumpConfirmed(slot, info.psn);
        }
        final Establishment establishment = sources.establishment();
        if (establishment.isWatched(slot)) {
            if (!establishment.isStepBack(slot, info.psn) || icrc.isRight(frame, info)) {
                establishment.onData(slot, info.psn);
            }
        } else if (order == SourceTracker.RETRANSMISSION
                && (!establishment.isRepeated(slot, info.psn) || icrc.isRight(frame, info))) {
            establishment.onRetransmission(slot, info.psn);
        }
        return order;
    }

    /** Data of the source, whether it was the source before or is from now on. */
    private int forward(
            final long nowNs,
            final int slot,
            final int path,
            final int passage,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final boolean retransmission = (passage & RETRANSMISSION) != 0;
        final boolean repeated = (passage & REPEATED) != 0;
        final int id = mft.feedbackId(mft.row(slot, path));
        limits.onData(slot);
        turns.noteMigReq(id, Bth.migReq(frame, info.bthOffset));
        final boolean refused =
                groups.has(slot, GroupFeedback.FATAL_WAITS)
                        && icrc.isRight(frame, info)
                        && answers.remindOfRefusal(nowNs, slot, frame, info, egress);
        if (retransmission) {
            counters.count(Tally.RETRANSMITTED);
            // No ICRC covers the tag: a source whose feedback went astray for it repeats itself.
            turns.noteForm(id, frame, info);
            if (aggregator.isAcknowledgedByAll(slot, info.psn)) {
                if (refused) {
                    return Ending.RETRANSMISSION_ANSWERED.id();
                }
                return onAcknowledgedByAll(nowNs, slot, frame, info, egress);
            }
        }
        final int ending = replicate(slot, path, retransmission, frame, info, egress);
        for (int n = 0; n < replicator.answered(); n++) {
            aggregator.naks().onCopied(replicator.answeredId(n));
        }
        if (replicator.answered() > 0) {
            aggregator.naks().onAnswered(slot, info.psn);
        }
        watchSilence(nowNs, slot, repeated, frame, info);
        // A switch that begins cannot tell what the one above has counted as repeated.
        if (info.ackReq && (repeated || beginnings.has(nowNs, slot))) {
            answers.showLife(nowNs, slot, info.psn, frame, info, egress);
        }
        return ending;
    }

    /**
     * An earlier source repeats data that all had acknowledged when the source moved: its ACK was
     * lost.
     */
    private int onFormerSource(
            final long nowNs,
            final int slot,
            final int path,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        if (!info.ackReq) {
            return Ending.RETRANSMISSION_FILTERED.id();
        }
        final int id = mft.feedbackId(mft.row(slot, path));
        if (!limits.takesCandidate(nowNs, slot, id, info.frameLength)) {
            return Ending.RATE_LIMITED.id();
        }
        if (!icrc.isRight(frame, info)) {
            return Ending.SOURCE_IMPLAUSIBLE.id();
        }
        answers.answerFormerSource(nowNs, slot, path, frame, info, egress);
        return Ending.RETRANSMISSION_ANSWERED.id();
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
        answers.answerRetransmission(nowNs, slot, frame, info, egress);
        return Ending.RETRANSMISSION_ANSWERED.id();
    }

    /** A member whose copy did not leave was not asked. */
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
        // A PSN ahead of the bound may be corrupted, or its frame overtook others.
        boolean asks =
                info.ackReq
                        && (Psn.distance(groups.highest(slot), info.psn) <= 0
                                || icrc.isRight(frame, info));
        if (refused > 0 && asks) {
            // New data then requires no answer until it is repeated.
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
}
