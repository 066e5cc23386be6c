package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.PathRow;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;

/**
 * Folds the feedback of a group's receiving paths into the one stream that the source expects
 * (Cepheus, section III-D; docs/architecture.md has the rules by number).
 *
 * <p>An aggregate leaves if and only if the minimum AckPSN advanced past what the source was told and
 * no path is unknown. How many paths stand at the minimum is counted, and a PSN is kept that no other
 * path is behind. Only the feedback that takes the last holder of the minimum to that bound costs a walk
 * over the paths, all other feedback costs the same whatever the size of the group: AckPSNs only grow
 * from one walk to the next, so the bound stays true. The paper's triPort is one holder of the minimum;
 * the count generalises it to ties.
 */
public final class AckAggregator {
    /** No PSN. */
    private static final int NOTHING_REPORTED = -1;

    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final CounterBlock counters;
    private final long nakRepeatNs;

    /**
     * @param mft whose groups are served
     * @param counters of the shard
     * @param nakRepeatNs after which a NAK for the same loss passes again, in ns
     */
    public AckAggregator(final Mft mft, final CounterBlock counters, final long nakRepeatNs) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.counters = counters;
        this.nakRepeatNs = nakRepeatNs;
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
        if (isBeyondSent(slot, psn)) {
            ahead(id);
            return Outcome.nothing(Ending.FEEDBACK_BEYOND_SENT.id());
        }
        heard(nowNs, id);
        if (!advance(slot, id, psn, msn)) {
            return Outcome.nothing(Ending.FEEDBACK_STALE.id());
        }
        return settle(nowNs, slot, Ending.ACK_ABSORBED.id());
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
        if (isBeyondSent(slot, acked)) {
            ahead(id);
            return Outcome.nothing(Ending.FEEDBACK_BEYOND_SENT.id());
        }
        heard(nowNs, id);
        // A NAK acknowledges everything before its PSN (G4).
        advance(slot, id, acked, msn);
        if (paths.ackPsn(id) != acked) {
            return Outcome.nothing(Ending.FEEDBACK_STALE.id());
        }
        wait(slot, id, ePsn, NakSeverity.of(syndrome));
        return settle(nowNs, slot, endingOfNak(syndrome));
    }

    /**
     * Whether a NAK that takes its member out of service may: one for what was never sent, or behind
     * what its path acknowledged, says nothing (rule 12).
     *
     * @param slot of the group
     * @param id of the path's feedback words
     * @param ePsn expected PSN
     * @return 0, or id of the {@link Ending} of a NAK that is to be ignored
     */
    public int refusalOfNak(final int slot, final int id, final int ePsn) {
        final int acked = Psn.previous(ePsn);
        if (isBeyondSent(slot, acked)) {
            return Ending.FEEDBACK_BEYOND_SENT.id();
        }
        return paths.has(id, PathFeedback.KNOWN) && Psn.isBefore(acked, paths.ackPsn(id))
                ? Ending.FEEDBACK_STALE.id()
                : 0;
    }

    /**
     * The data that paths waited for went out to them: a MePSN that it answers is history.
     *
     * @param slot of the group
     * @param psn of the data
     */
    public void onNaksAnswered(final int slot, final int psn) {
        if (groups.has(slot, GroupFeedback.ME_VALID) && groups.mePsn(slot) == psn) {
            groups.clear(slot, GroupFeedback.ME_VALID);
            findMePsn(slot, NOTHING_REPORTED);
        }
    }

    /**
     * The source sends from another path now (rule 9): the old source becomes a receiver of which
     * nothing is known, the new one leaves the receivers, waiting NAKs are dropped.
     *
     * @param slot of the group
     * @param id of the new source's feedback words
     */
    public void onSource(final int slot, final int id) {
        final int old = groups.source(slot);
        if (old >= 0) {
            paths.clear(old, PathFeedback.KNOWN);
        }
        groups.source(slot, id);
        groups.clear(
                slot,
                GroupFeedback.ME_VALID
                        | GroupFeedback.SENT_VALID
                        | GroupFeedback.BECN
                        | GroupFeedback.FECN);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            paths.clear(mft.feedbackId(mft.row(slot, path)), PathFeedback.NAK_WAITS);
        }
        recount(slot);
    }

    /**
     * The set of receivers changed (group replaced, member evicted): counts anew, and says what is due.
     *
     * @param nowNs time, in ns
     * @param slot of the group
     * @return {@link Outcome} without ending
     */
    public long onMembership(final long nowNs, final int slot) {
        recount(slot);
        // Whoever asked for MePSN may have left: what counts are the NAKs of those who stay.
        groups.clear(slot, GroupFeedback.ME_VALID);
        findMePsn(slot, NOTHING_REPORTED);
        return groups.source(slot) < 0 ? Outcome.nothing(0) : emit(nowNs, slot, 0);
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
     * One path at the minimum: who holds everybody back.
     *
     * @param slot of the group
     * @return index of the path, or {@link Mft#NONE} when there is no minimum
     */
    public int minimumPath(final int slot) {
        final int count = mft.pathCount(slot);
        if (groups.unknown(slot) == 0) {
            for (int path = 0; path < count; path++) {
                final int id = mft.feedbackId(mft.row(slot, path));
                if (isReceiver(slot, id) && paths.ackPsn(id) == groups.minimum(slot)) {
                    return path;
                }
            }
        }
        return Mft.NONE;
    }

    /**
     * MSN for an aggregate: that of a path with the minimum (rule 7).
     *
     * @param slot of the group
     * @return 24-bit MSN
     */
    public int msn(final int slot) {
        final int known = groups.unknown(slot) == 0 ? groups.firstAtMinimum(slot) : Mft.NONE;
        final int path = known == Mft.NONE ? minimumPath(slot) : known;
        if (path == Mft.NONE) {
            return 0;
        }
        groups.firstAtMinimum(slot, path);
        return paths.msn(mft.feedbackId(mft.row(slot, path)));
    }

    /** Whether a path takes part in the minimum. */
    public boolean isReceiver(final int slot, final int id) {
        return id != groups.source(slot) && !paths.has(id, PathFeedback.EVICTED);
    }

    private boolean isBeyondSent(final int slot, final int psn) {
        return !groups.has(slot, GroupFeedback.HIGHEST_VALID)
                || Psn.distance(groups.highest(slot), psn) > 0;
    }

    private void heard(final long nowNs, final int id) {
        paths.lastHeardNs(id, nowNs);
        paths.suspectNs(id, 0);
    }

    /** The feedback counts for nothing, but its sender is not silent. */
    private void ahead(final int id) {
        paths.set(id, PathFeedback.AHEAD);
        paths.suspectNs(id, 0);
    }

    /** Returns whether the path's AckPSN became known or moved. */
    private boolean advance(final int slot, final int id, final int psn, final int msn) {
        if (!paths.has(id, PathFeedback.KNOWN)) {
            paths.ackPsn(id, psn);
            paths.msn(id, msn);
            paths.set(id, PathFeedback.KNOWN);
            groups.unknown(slot, groups.unknown(slot) - 1);
            if (groups.unknown(slot) == 0) {
                recount(slot);
            }
            return true;
        }
        final int old = paths.ackPsn(id);
        if (Psn.distance(old, psn) <= 0) {
            return false;
        }
        paths.ackPsn(id, psn);
        paths.msn(id, msn);
        if (paths.has(id, PathFeedback.NAK_WAITS) && Psn.distance(paths.nakPsn(id), psn) >= 0) {
            paths.clear(id, PathFeedback.NAK_WAITS);
            // Whoever asked has it by now; MePSN is what others still wait for.
            onNaksAnswered(slot, paths.nakPsn(id));
        }
        if (groups.unknown(slot) == 0 && old == groups.minimum(slot)) {
            leaveMinimum(slot, id, psn);
        }
        return true;
    }

    /** One of those who hold the minimum went on to a PSN behind it. */
    private void leaveMinimum(final int slot, final int id, final int psn) {
        final int holders = groups.atMinimum(slot);
        if (holders > 1) {
            groups.atMinimum(slot, holders - 1);
            join(slot, id, psn, holders == groups.receivers(slot));
        } else if (groups.receivers(slot) == 1 || isBeforeBound(slot, psn)) {
            groups.minimum(slot, psn);
        } else {
            recount(slot);
        }
    }

    /** A path joins those behind the minimum, of whom it may be the first to be passed. */
    private void join(final int slot, final int id, final int psn, final boolean isFirst) {
        final int known = groups.firstAtMinimum(slot);
        if (known != Mft.NONE && mft.feedbackId(mft.row(slot, known)) == id) {
            groups.firstAtMinimum(slot, Mft.NONE);
        }
        if (isFirst || isBeforeBound(slot, psn)) {
            groups.bound(slot, psn);
            groups.set(slot, GroupFeedback.BOUND_VALID);
        }
    }

    private boolean isBeforeBound(final int slot, final int psn) {
        return groups.has(slot, GroupFeedback.BOUND_VALID)
                && Psn.distance(psn, groups.bound(slot)) > 0;
    }

    private void wait(final int slot, final int id, final int ePsn, final int severity) {
        final boolean again = paths.has(id, PathFeedback.NAK_WAITS) && paths.nakPsn(id) == ePsn;
        paths.nakPsn(id, ePsn);
        paths.nakSeverity(id, again ? Math.max(severity, paths.nakSeverity(id)) : severity);
        paths.set(id, PathFeedback.NAK_WAITS);
        offerMePsn(slot, ePsn, severity);
    }

    private void offerMePsn(final int slot, final int ePsn, final int severity) {
        final boolean valid = groups.has(slot, GroupFeedback.ME_VALID);
        final int ahead = valid ? Psn.distance(ePsn, groups.mePsn(slot)) : 1;
        if (ahead > 0) {
            groups.mePsn(slot, ePsn);
            groups.meSeverity(slot, severity);
            groups.set(slot, GroupFeedback.ME_VALID);
        } else if (ahead == 0 && severity > groups.meSeverity(slot)) {
            groups.meSeverity(slot, severity);
        }
    }

    /** What is due after feedback: at most one frame. */
    private long settle(final long nowNs, final int slot, final int ending) {
        return groups.unknown(slot) != 0 ? Outcome.nothing(ending) : emit(nowNs, slot, ending);
    }

    private long emit(final long nowNs, final int slot, final int ending) {
        if (groups.unknown(slot) != 0 || groups.receivers(slot) == 0) {
            return Outcome.nothing(ending);
        }
        final int minimum = groups.minimum(slot);
        // Rule 3: a MePSN that the minimum has reached is history.
        if (groups.has(slot, GroupFeedback.ME_VALID)
                && Psn.distance(groups.mePsn(slot), minimum) >= 0) {
            groups.clear(slot, GroupFeedback.ME_VALID);
            findMePsn(slot, NOTHING_REPORTED);
        }
        if (groups.has(slot, GroupFeedback.ME_VALID)
                && groups.mePsn(slot) == Psn.next(minimum)
                && mayReport(nowNs, slot)) {
            final int severity = groups.meSeverity(slot);
            groups.sentNak(slot, groups.mePsn(slot));
            groups.sentSeverity(slot, severity);
            groups.sentNakNs(slot, nowNs);
            groups.set(slot, GroupFeedback.SENT_VALID);
            groups.clear(slot, GroupFeedback.ME_VALID);
            findMePsn(slot, groups.sentNak(slot));
            acknowledged(slot, minimum);
            return Outcome.nak(ending, groups.sentNak(slot), NakSeverity.syndrome(severity));
        }
        final boolean told = groups.has(slot, GroupFeedback.AGG_VALID);
        if (told && Psn.distance(groups.aggAckPsn(slot), minimum) <= 0) {
            return Outcome.nothing(ending);
        }
        // A registered first PSN puts the minimum before anything that was sent: nothing to tell.
        if (isBeforeInitial(slot, minimum)) {
            return Outcome.nothing(ending);
        }
        acknowledged(slot, minimum);
        return Outcome.ack(ending, minimum);
    }

    private boolean isBeforeInitial(final int slot, final int minimum) {
        final int initial = mft.initialPsn(slot);
        return initial >= 0
                && !groups.has(slot, GroupFeedback.AGG_VALID)
                && minimum == Psn.previous(initial);
    }

    private void acknowledged(final int slot, final int minimum) {
        if (!groups.has(slot, GroupFeedback.AGG_VALID)
                || Psn.distance(groups.aggAckPsn(slot), minimum) > 0) {
            groups.aggAckPsn(slot, minimum);
            groups.set(slot, GroupFeedback.AGG_VALID);
        }
    }

    /** Rule 5: the same loss is reported once until its retransmission has passed, or time has. */
    private boolean mayReport(final long nowNs, final int slot) {
        final long elapsedNs = nowNs - groups.sentNakNs(slot);
        // Negative: a process before this one sent it, and its clock was another.
        final boolean reported =
                groups.has(slot, GroupFeedback.SENT_VALID)
                        && groups.sentNak(slot) == groups.mePsn(slot)
                        && groups.meSeverity(slot) <= groups.sentSeverity(slot)
                        && elapsedNs >= 0
                        && elapsedNs < nakRepeatNs;
        if (reported) {
            groups.clear(slot, GroupFeedback.ME_VALID);
            findMePsn(slot, groups.sentNak(slot));
            counters.count(Tally.NAKS_SUPPRESSED);
        }
        return !reported;
    }

    /** Counts receivers, unknown paths and those at the minimum: O(paths). */
    private void recount(final int slot) {
        final int first = mft.row(slot, 0);
        final int end = first + mft.pathCount(slot) * PathRow.LENGTH;
        int receivers = 0;
        int unknown = 0;
        int atMinimum = 0;
        int minimum = 0;
        int holder = Mft.NONE;
        int second = Mft.NONE;
        for (int row = first; row < end; row += PathRow.LENGTH) {
            final int id = mft.feedbackId(row);
            if (!isReceiver(slot, id)) {
                continue;
            }
            receivers++;
            if (!paths.has(id, PathFeedback.KNOWN)) {
                unknown++;
                continue;
            }
            final int ack = paths.ackPsn(id);
            final int ahead = atMinimum == 0 ? 1 : Psn.distance(ack, minimum);
            if (ahead > 0) {
                second = atMinimum == 0 ? Mft.NONE : minimum;
                minimum = ack;
                atMinimum = 1;
                holder = (row - first) / PathRow.LENGTH;
            } else if (ahead == 0) {
                atMinimum++;
            } else if (second == Mft.NONE || Psn.distance(ack, second) > 0) {
                second = ack;
            }
        }
        groups.receivers(slot, receivers);
        groups.unknown(slot, unknown);
        groups.atMinimum(slot, atMinimum);
        groups.minimum(slot, minimum);
        groups.firstAtMinimum(slot, holder);
        if (second == Mft.NONE) {
            groups.clear(slot, GroupFeedback.BOUND_VALID);
        } else {
            groups.bound(slot, second);
            groups.set(slot, GroupFeedback.BOUND_VALID);
        }
    }

    /** The smallest ePSN that still waits and was not just reported. */
    private void findMePsn(final int slot, final int reported) {
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (isReceiver(slot, id)
                    && paths.has(id, PathFeedback.NAK_WAITS)
                    && paths.nakPsn(id) != reported) {
                offerMePsn(slot, paths.nakPsn(id), paths.nakSeverity(id));
            }
        }
    }

    private static int endingOfNak(final int syndrome) {
        if (syndrome == 0x60) {
            return Ending.NAK_ABSORBED.id();
        }
        return (syndrome & 0x60) == 0x20
                ? Ending.RNR_ABSORBED.id()
                : Ending.FATAL_NAK_ABSORBED.id();
    }
}
