package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;

/**
 * Aggregates the feedback of a group's receivers into the one stream that the source expects
 * (Cepheus, section III-D; docs/protocol.md has the rules by number).
 *
 * <p>An aggregate leaves if and only if the minimum advanced beyond the last aggregate and no path
 * is unknown. {@link Receivers} keeps the minimum, {@link NakLedger} the NAKs that wait for it, and {@link
 * DueFrames} decides what leaves.
 */
public final class AckAggregator {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final CounterBlock counters;
    private final Receivers receivers;
    private final NakLedger naks;
    private final FeedbackBound bound;
    private final DueFrames due;

    /**
     * @param mft whose groups are served
     * @param counters of the shard
     * @param nakRepeatNs after which a NAK for the same loss passes again, in ns
     * @param answerWindow how far beyond the bound an unknown path's feedback may lie once the source has
     *     repeated the frame that established it, in packets
     */
    public AckAggregator(
            final Mft mft,
            final CounterBlock counters,
            final long nakRepeatNs,
            final int answerWindow) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.counters = counters;
        this.receivers = new Receivers(mft);
        this.naks = new NakLedger(mft, receivers, counters, nakRepeatNs);
        this.bound = new FeedbackBound(mft, answerWindow);
        this.due = new DueFrames(mft, receivers, naks);
    }

    /**
     * An ACK came from a receiving path; ICRC, port and address hold.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @param id of the path's feedback words
     * @param psn acknowledged, cumulative
     * @param msn of its AETH
     * @return {@link Outcome}
     */
    public long onAck(
            final long nowNs, final int slot, final int id, final int psn, final int msn) {
        counters.count(Tally.ACKS_IN);
        if (bound.isBeyond(slot, id, psn)) {
            paths.excuse(id, nowNs);
            return Outcome.nothing(Ending.FEEDBACK_BEYOND_SENT.id());
        }
        heard(nowNs, id);
        if (!advance(slot, id, psn, msn, false)) {
            return Outcome.nothing(Ending.FEEDBACK_STALE.id());
        }
        return due.afterFeedback(nowNs, slot, Ending.ACK_ABSORBED.id());
    }

    /**
     * An {@code alive} came from a switch that waits for its own members; ICRC, port and address
     * hold.
     *
     * @param nowNs time, in ns
     * @param id of the path's feedback words
     */
    public void onAlive(final long nowNs, final int id) {
        counters.count(Tally.ACKS_IN);
        heard(nowNs, id);
    }

    /**
     * A NAK (sequence error, RNR or fatal that is to be passed on) came from a receiving path.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @param id of the path's feedback words
     * @param ePsn expected PSN: everything before it is acknowledged
     * @param syndrome of its AETH
     * @param msn of its AETH
     * @return {@link Outcome}
     */
    public long onNak(
            final long nowNs,
            final int slot,
            final int id,
            final int ePsn,
            final int syndrome,
            final int msn) {
        counters.count(Tally.NAKS_IN);
        final int acked = Psn.previous(ePsn);
        if (bound.isBeyond(slot, id, acked)) {
            paths.excuse(id, nowNs);
            return Outcome.nothing(Ending.FEEDBACK_BEYOND_SENT.id());
        }
        heard(nowNs, id);
        // A NAK acknowledges everything before its PSN (G4).
        final int severity = NakSeverity.of(syndrome);
        advance(slot, id, acked, msn, NakSeverity.isFatal(severity));
        if (paths.ackPsn(id) != acked) {
            return Outcome.nothing(Ending.FEEDBACK_STALE.id());
        }
        naks.add(slot, id, ePsn, severity);
        return due.afterFeedback(nowNs, slot, endingOfNak(syndrome));
    }

    /**
     * Whether a NAK may take its member out of service. A NAK for a PSN that was never sent, or
     * behind its path's AckPSN, may not (rule 12).
     *
     * @param slot of the group
     * @param id of the path's feedback words
     * @param ePsn expected PSN
     * @return 0, or id of the {@link Ending} of a NAK that is to be ignored
     */
    public int refusalOfNak(final int slot, final int id, final int ePsn) {
        final int acked = Psn.previous(ePsn);
        if (bound.isBeyond(slot, id, acked)) {
            return Ending.FEEDBACK_BEYOND_SENT.id();
        }
        return paths.has(id, PathFeedback.KNOWN) && Psn.isBefore(acked, paths.ackPsn(id))
                ? Ending.FEEDBACK_STALE.id()
                : 0;
    }

    /** The NAKs of the groups. */
    public NakLedger naks() {
        return naks;
    }

    /**
     * Verified data of the source, while a fatal NAK waits: the NAK may be due again, for its report may
     * have been lost (rule 6).
     *
     * @param nowNs time, in ns
     * @param slot of the group, with {@link GroupFeedback#FATAL_WAITS}
     * @param psn of the data
     * @return {@link Outcome} without ending: a fatal NAK, or nothing
     */
    public long onDataToRefusing(final long nowNs, final int slot, final int psn) {
        final boolean waits = bound.isWaiting(slot);
        naks.stand(slot, waits ? groups.anewPsn(slot) : psn, waits);
        return due.fatal(nowNs, slot, 0);
    }

    /**
     * The source sends from another path now (rule 9). The old source becomes an unknown receiver,
     * and the new one leaves the receivers. Waiting NAKs are dropped, except fatal ones.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @param id of the new source's feedback words
     */
    public void onSource(final long nowNs, final int slot, final int id) {
        due.begin(nowNs, slot);
        final int old = groups.source(slot);
        if (old >= 0) {
            paths.clear(old, PathFeedback.KNOWN);
        }
        if (groups.has(slot, GroupFeedback.AGG_VALID)) {
            groups.turnAckPsn(slot, groups.aggAckPsn(slot));
            groups.set(slot, GroupFeedback.TURN_VALID);
        }
        groups.source(slot, id);
        paths.clear(id, PathFeedback.JOINING);
        groups.clear(slot, GroupFeedback.BECN | GroupFeedback.FECN);
        naks.onAnew(slot);
        receivers.recount(slot);
    }

    /**
     * The group begins anew (rule 2): a path is the source, of all others nothing is known. Members that
     * are out of service stay out.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @param id of the source's feedback words
     */
    public void onAnew(final long nowNs, final int slot, final int id) {
        due.begin(nowNs, slot);
        groups.source(slot, id);
        groups.set(slot, GroupFeedback.MISSED);
        groups.clear(
                slot,
                GroupFeedback.AGG_VALID
                        | GroupFeedback.TURN_VALID
                        | GroupFeedback.STARTED
                        | GroupFeedback.REGISTERED
                        | GroupFeedback.BECN
                        | GroupFeedback.FECN);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            paths.clear(
                    mft.feedbackId(mft.row(slot, path)), PathFeedback.KNOWN | PathFeedback.JOINING);
        }
        naks.onAnew(slot);
        receivers.recount(slot);
    }

    /**
     * The set of receivers changed (group replaced, member evicted): counts them again, and returns
     * the frame that is due.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @return {@link Outcome} without ending
     */
    public long onMembership(final long nowNs, final int slot) {
        recount(slot);
        return groups.source(slot) < 0 ? Outcome.nothing(0) : due.any(nowNs, slot, 0);
    }

    /**
     * The set of receivers changed outside of an exchange: nothing is due.
     *
     * @param slot of the group
     */
    public void recount(final int slot) {
        receivers.recount(slot);
        // The path that asked for MePSN may have left. Only NAKs of paths that stay count.
        naks.forget(slot);
    }

    /**
     * Whether every receiving path has acknowledged a PSN: nobody needs this data.
     *
     * @param slot of the group
     * @param psn of data
     * @return true when it is at or before the minimum, and no path is unknown
     */
    public boolean isAcknowledgedByAll(final int slot, final int psn) {
        return groups.unknown(slot) == 0
                && groups.receivers(slot) > 0
                && Psn.distance(groups.minimum(slot), psn) <= 0;
    }

    /**
     * One path at the minimum, which holds back all others.
     *
     * @param slot of the group
     * @return index of the path, or {@link Mft#NONE} when there is no minimum
     */
    public int minimumPath(final int slot) {
        return receivers.pathAtMinimum(slot);
    }

    /**
     * PSN that the source may be told of: the minimum, but nothing that was not sent.
     *
     * @param slot of the group, without unknown paths
     * @return PSN of an aggregate
     */
    public int acknowledgeable(final int slot) {
        return receivers.joiners().acknowledgeable(slot);
    }

    /**
     * When the last aggregate moved, for people.
     *
     * @param slot of the group, with a source
     * @return time in ns of the last aggregate that moved, or of the source's beginning, whichever is later
     */
    public long movedNs(final int slot) {
        return due.movedNs(slot);
    }

    /**
     * MSN for a frame to a source: that of a path with the minimum (rule 7). While a path is
     * unknown, only fatal NAKs and answers to earlier sources leave. They carry the MSN of the
     * slowest known receiver. Without a known receiver they carry that of a path that refused or
     * told an MSN, otherwise that of the source, which was a receiver before.
     *
     * @param slot of the group, with a source
     * @return 24-bit MSN
     */
    public int msn(final int slot) {
        return groups.unknown(slot) == 0
                ? receivers.msnAtMinimum(slot)
                : paths.msn(receivers.slowestKnown(slot));
    }

    private void heard(final long nowNs, final int id) {
        paths.lastHeardNs(id, nowNs);
        paths.excuse(id, nowNs);
    }

    /**
     * Returns whether the path's AckPSN became known or moved.
     *
     * @param refuses whether the path refuses for good by this: who says so again does not speak (rule 6)
     */
    private boolean advance(
            final int slot, final int id, final int psn, final int msn, final boolean refuses) {
        final int flags = paths.flags(id);
        if ((flags & PathFeedback.JOINING) != 0) {
            receivers.joiners().onFeedback(slot, id, psn);
        }
        if ((flags & PathFeedback.KNOWN) == 0) {
            paths.ackPsn(id, psn);
            paths.msn(id, msn);
            paths.set(id, PathFeedback.KNOWN);
            if (!refuses && (flags & PathFeedback.NAK_WAITS) != 0) {
                naks.end(slot, id);
            }
            groups.unknown(slot, groups.unknown(slot) - 1);
            if (groups.unknown(slot) == 0) {
                receivers.recount(slot);
                bound.settle(slot);
            }
            return true;
        }
        final int old = paths.ackPsn(id);
        if (Psn.distance(old, psn) <= 0) {
            return false;
        }
        paths.ackPsn(id, psn);
        paths.msn(id, msn);
        if ((flags & PathFeedback.NAK_WAITS) != 0 && Psn.distance(paths.nakPsn(id), psn) >= 0) {
            naks.end(slot, id);
        }
        receivers.onMoved(slot, id, old, psn);
        bound.onMoved(slot);
        return true;
    }

    private static int endingOfNak(final int syndrome) {
        if (syndrome == Aeth.NAK_PSN_SEQUENCE_ERROR) {
            return Ending.NAK_ABSORBED.id();
        }
        return Aeth.type(syndrome) == Aeth.TYPE_RNR_NAK
                ? Ending.RNR_ABSORBED.id()
                : Ending.FATAL_NAK_ABSORBED.id();
    }
}
