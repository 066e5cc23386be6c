package io.polycast.core.cepheus;

import io.polycast.ack.AckAggregator;
import io.polycast.ack.Outcome;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import org.agrona.DirectBuffer;

/** Sends frames to the source of a group: aggregated ACK, NAK, CNP, {@code alive}. */
final class SourceAnswers {
    private final Mft mft;
    private final GroupFeedback groups;
    private final AckAggregator aggregator;
    private final FeedbackAuthor author;
    private final GroupDatapaths datapaths;
    private final CounterBlock counters;
    private final CepheusTrace trace;

    /** Where each group's source was found last. */
    private final int[] sourcePaths;

    /** Time of the answer under way, the frame that caused it, null when a timer did, and where it goes. */
    private long nowNs;

    private DirectBuffer cause;
    private FrameInfo info;
    private EgressSink egress;

    SourceAnswers(final CepheusParts parts, final FeedbackAuthor author) {
        this.mft = parts.mft();
        this.groups = mft.groupFeedback();
        this.aggregator = parts.aggregator();
        this.author = author;
        this.datapaths = parts.datapaths();
        this.counters = parts.counters();
        this.trace = parts.trace();
        this.sourcePaths = new int[mft.maxGroups()];
    }

    private void begin(
            final long atNs,
            final DirectBuffer causingFrame,
            final FrameInfo causingInfo,
            final EgressSink target) {
        nowNs = atNs;
        cause = causingFrame;
        info = causingInfo;
        egress = target;
    }

    /**
     * Rule 2: the source retransmits data that all have acknowledged, so its ACK was lost. The
     * aggregate is sent again.
     */
    void answerRetransmission(
            final long atNs,
            final int slot,
            final DirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink target) {
        begin(atNs, frame, frameInfo, target);
        if (acknowledge(slot, aggregator.acknowledgeable(slot), Aeth.ACK_UNLIMITED)) {
            counters.count(Tally.ACKS_OUT);
        }
    }

    /** Rule 2 for an earlier source: the retransmitted PSN is acknowledged, and no later one. */
    void answerFormerSource(
            final long atNs,
            final int slot,
            final int path,
            final DirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink target) {
        begin(atNs, frame, frameInfo, target);
        if (acknowledge(slot, path, frameInfo.psn, Aeth.ACK_UNLIMITED, 0)) {
            counters.count(Tally.ACKS_OUT);
        }
    }

    /**
     * Rule 8: the source's side repeats a request, and this switch waits for its own members. The
     * switch above must hear it: by its aggregate once more, or without one by {@code alive}. A
     * switch without members in service waits for nobody, and is as silent as they were.
     *
     * @param psn of the data
     * @param frame holds the data, null when the kernel took it
     */
    void showLife(
            final long atNs,
            final int slot,
            final int psn,
            final DirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink target) {
        if (mft.isHost(mft.row(slot, sourcePath(slot))) || groups.receivers(slot) == 0) {
            return;
        }
        begin(atNs, frame, frameInfo, target);
        // A receiver that was the source until now may lack PSNs that the source was told of.
        final boolean told =
                groups.unknown(slot) == 0
                        && groups.has(slot, GroupFeedback.AGG_VALID)
                        && Psn.distance(groups.aggAckPsn(slot), groups.minimum(slot)) >= 0;
        final boolean taken =
                told
                        ? acknowledge(slot, groups.aggAckPsn(slot), Aeth.ACK_UNLIMITED)
                        : acknowledge(slot, psn, Aeth.ALIVE);
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
            final long atNs,
            final int slot,
            final DirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink target) {
        final long outcome = aggregator.onDataToRefusing(atNs, slot, frameInfo.psn);
        send(atNs, slot, outcome, frame, frameInfo, target);
        return Outcome.action(outcome) != Outcome.NOTHING;
    }

    /**
     * Sends what the aggregator found due, if anything.
     *
     * @param outcome of the aggregator
     * @param frame that caused it, null when a timer or a change of the group did
     */
    void send(
            final long atNs,
            final int slot,
            final long outcome,
            final DirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink target) {
        final int action = Outcome.action(outcome);
        if (action == Outcome.NOTHING) {
            return;
        }
        if (action == Outcome.NAK) {
            datapaths.onNakSent(slot);
        }
        begin(atNs, frame, frameInfo, target);
        final int syndrome = Outcome.syndrome(outcome);
        if (!acknowledge(slot, Outcome.psn(outcome), syndrome)) {
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

    /** Sends a CNP because of a CNP. */
    void notifyCongestion(
            final long atNs,
            final int slot,
            final DirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink target) {
        final int path = sourcePath(slot);
        final int row = mft.row(slot, path);
        author.begin(slot, row, frame, frameInfo);
        final int length = author.notifyCongestion();
        if (target.offer(mft.port(row), author.frame(), 0, length)) {
            counters.count(Tally.CNPS_OUT);
            trace.cnpOut(atNs, slot, mft.port(row), path);
        } else {
            counters.count(Tally.FEEDBACK_REFUSED);
        }
    }

    /** Returns whether the source's port took the frame. */
    private boolean acknowledge(final int slot, final int psn, final int syndrome) {
        // No switch reads the congestion bits of an alive.
        final int congestion =
                syndrome == Aeth.ALIVE
                        ? 0
                        : groups.flags(slot) & (GroupFeedback.BECN | GroupFeedback.FECN);
        if (!acknowledge(slot, sourcePath(slot), psn, syndrome, congestion)) {
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
            final int slot,
            final int path,
            final int psn,
            final int syndrome,
            final int congestion) {
        final int row = mft.row(slot, path);
        author.begin(slot, row, cause, info);
        final int length = author.acknowledge(psn, syndrome, aggregator.msn(slot), congestion);
        if (!egress.offer(mft.port(row), author.frame(), 0, length)) {
            counters.count(Tally.FEEDBACK_REFUSED);
            return false;
        }
        trace.feedbackOut(nowNs, slot, mft.port(row), path, psn, syndrome);
        return true;
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
