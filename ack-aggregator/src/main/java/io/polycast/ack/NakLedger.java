package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.RnrTimer;

/**
 * NAKs of all groups, from a receiver's NAK to its end. Only this class writes the words of NAKs.
 *
 * <p>A receiver's NAK waits at its path. MePSN is the lowest ePSN of the waiting NAKs. A NAK for MePSN leaves
 * to the source once the minimum is MePSN - 1. A waiting NAK ends when its data has passed, when its path has
 * the data, when its path leaves, or when the group begins anew.
 *
 * <p>Fatal NAKs do not count for MePSN, because no data answers them. A fatal NAK leaves although its own
 * path is unknown (rule 6). {@link GroupFeedback#FATAL_WAITS} is set while one waits, so that groups without
 * one pay nothing.
 */
public final class NakLedger {
    /** No PSN. */
    private static final int NOTHING_REPORTED = -1;

    /** PSN of a fatal NAK that stands at the next data of the source. */
    private static final int NEXT_DATA = -1;

    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Receivers receivers;
    private final CounterBlock counters;
    private final long nakRepeatNs;

    NakLedger(
            final Mft mft,
            final Receivers receivers,
            final CounterBlock counters,
            final long nakRepeatNs) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.receivers = receivers;
        this.counters = counters;
        this.nakRepeatNs = nakRepeatNs;
    }

    /** A path asks for a PSN. */
    void add(final int slot, final int id, final int ePsn, final int severity) {
        final boolean again = paths.has(id, PathFeedback.NAK_WAITS) && paths.nakPsn(id) == ePsn;
        paths.waitWith(id, ePsn, again ? Math.max(severity, paths.nakSeverity(id)) : severity);
        if (paths.refuses(id)) {
            groups.set(slot, GroupFeedback.FATAL_WAITS);
        } else {
            offerMePsn(slot, ePsn, severity);
        }
    }

    /** A path's NAK ends: the path has the data by now, or it speaks although it had refused. */
    void end(final int slot, final int id) {
        final boolean refused = paths.refuses(id);
        paths.clear(id, PathFeedback.NAK_WAITS);
        if (refused) {
            if (NakSeverity.isFatal(groups.sentSeverity(slot))) {
                onReportAnswered(slot);
            }
            forget(slot);
        } else {
            // MePSN is what others still wait for.
            onAnswered(slot, paths.nakPsn(id));
        }
    }

    /**
     * Data of the source passes: the report that asked for it is answered. Its PSN need not be behind
     * the highest PSN, because the loss may be before the switch.
     *
     * @param slot of the group
     * @param psn of the data
     */
    public void onData(final int slot, final int psn) {
        if (groups.has(slot, GroupFeedback.SENT_VALID)
                && groups.sentNak(slot) == psn
                && !NakSeverity.isFatal(groups.sentSeverity(slot))) {
            onReportAnswered(slot);
        }
    }

    /**
     * The source has answered the report, by data that the switch or the kernel replicated.
     *
     * @param slot of the group
     */
    public void onReportAnswered(final int slot) {
        groups.clear(slot, GroupFeedback.SENT_VALID);
    }

    /**
     * The data that a path waited for left to it; {@link #onAnswered} follows, once for all paths.
     *
     * @param id of the path's feedback words
     */
    public void onCopied(final int id) {
        paths.clear(id, PathFeedback.NAK_WAITS);
    }

    /**
     * Data left to paths that waited for it: it is MePSN no more, but for paths that still wait.
     *
     * @param slot of the group
     * @param psn of the data
     */
    public void onAnswered(final int slot, final int psn) {
        if (groups.has(slot, GroupFeedback.ME_VALID) && groups.mePsn(slot) == psn) {
            forget(slot);
        }
    }

    /**
     * A path leaves its group; the caller counts the receivers anew afterwards.
     *
     * @param id of the path's feedback words
     */
    public void onGone(final int id) {
        paths.clear(id, PathFeedback.NAK_WAITS);
    }

    /**
     * The group begins anew, or its source is another: only a host that refused for good still waits. Its
     * queue pair is broken, so what it acknowledged before is no answer to what the source sends now. A
     * switch says again what its members refused: where they stand now, it alone knows.
     */
    void onAnew(final int slot) {
        groups.clear(slot, GroupFeedback.SENT_VALID);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int row = mft.row(slot, path);
            final int id = mft.feedbackId(row);
            if (!paths.refuses(id) || !receivers.isReceiver(slot, id)) {
                paths.clear(id, PathFeedback.NAK_WAITS);
                continue;
            }
            paths.clear(id, PathFeedback.KNOWN);
            paths.nakPsn(id, NEXT_DATA);
            if (!mft.isHost(row)) {
                paths.clear(id, PathFeedback.NAK_WAITS);
            }
        }
        forget(slot);
    }

    /**
     * Moves fatal NAKs of an earlier exchange or source to a PSN of this one: the lowest PSN that
     * the source has sent since. Once the source is known to wait at one PSN, the NAKs stand there.
     * An earlier PSN may belong to a left-over frame.
     *
     * @param psn of the source's data
     * @param waits whether {@code psn} is where the source waits
     */
    void stand(final int slot, final int psn, final boolean waits) {
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (paths.refuses(id)
                    && !paths.has(id, PathFeedback.KNOWN)
                    && (waits
                            || paths.nakPsn(id) == NEXT_DATA
                            || Psn.distance(psn, paths.nakPsn(id)) > 0)) {
                paths.nakPsn(id, psn);
            }
        }
    }

    /** Deletes MePSN, and finds it again among NAKs that still wait. */
    void forget(final int slot) {
        groups.clear(slot, GroupFeedback.ME_VALID);
        findMePsn(slot, NOTHING_REPORTED);
    }

    /** MePSN is reported to the source. */
    void report(final long nowNs, final int slot) {
        reported(nowNs, slot, groups.mePsn(slot), groups.meSeverity(slot));
        groups.clear(slot, GroupFeedback.ME_VALID);
        findMePsn(slot, groups.sentNak(slot));
    }

    private void reported(final long nowNs, final int slot, final int psn, final int severity) {
        groups.sentNak(slot, psn);
        groups.sentSeverity(slot, severity);
        groups.sentNakNs(slot, nowNs);
        groups.set(slot, GroupFeedback.SENT_VALID);
    }

    /** Rule 5: the same loss is reported once until its retransmission has passed, or time has. */
    boolean mayReport(final long nowNs, final int slot) {
        final boolean reported =
                isReported(nowNs, slot, groups.mePsn(slot), groups.meSeverity(slot));
        if (reported) {
            groups.clear(slot, GroupFeedback.ME_VALID);
            findMePsn(slot, groups.sentNak(slot));
            counters.count(Tally.NAKS_SUPPRESSED);
        }
        return !reported;
    }

    /** Whether the last NAK sent covers this one, or its timer must run out first. */
    private boolean isReported(
            final long nowNs, final int slot, final int psn, final int severity) {
        if (!groups.has(slot, GroupFeedback.SENT_VALID) || groups.sentNak(slot) != psn) {
            return false;
        }
        final long elapsedNs = nowNs - groups.sentNakNs(slot);
        if (elapsedNs < 0) {
            // A process before this one sent it, and its clock was another.
            return false;
        }
        final int sent = groups.sentSeverity(slot);
        if (!NakSeverity.isRnr(sent) || NakSeverity.isFatal(severity)) {
            return severity <= sent && elapsedNs < nakRepeatNs;
        }
        // The source waits, and each RNR NAK more costs it one of its RNR retries (rule 6).
        final long waitNs = RnrTimer.nanos(Aeth.value(NakSeverity.syndrome(sent)));
        return NakSeverity.isRnr(severity)
                ? severity <= sent || elapsedNs < waitNs
                : elapsedNs < waitNs + nakRepeatNs;
    }

    /**
     * Reports the first fatal NAK once all receivers that have not refused are up to it, and again
     * after {@code nakRepeat}: the report may be lost, and its sender says nothing any more.
     *
     * @return whether it is reported, as the last NAK sent
     */
    boolean reportFatal(final long nowNs, final int slot) {
        final int id = firstFatal(slot);
        if (id == Mft.NONE) {
            return false;
        }
        final int psn = paths.nakPsn(id);
        final int severity = paths.nakSeverity(id);
        if (!areOthersUpTo(slot, psn) || isReported(nowNs, slot, psn, severity)) {
            return false;
        }
        reported(nowNs, slot, psn, severity);
        return true;
    }

    /** Id of the path whose fatal NAK has the smallest PSN, {@link Mft#NONE} while one has none yet. */
    private int firstFatal(final int slot) {
        int first = Mft.NONE;
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (!paths.refuses(id) || !receivers.isReceiver(slot, id)) {
                continue;
            }
            if (paths.nakPsn(id) == NEXT_DATA) {
                return Mft.NONE;
            }
            final int ahead =
                    first == Mft.NONE ? 1 : Psn.distance(paths.nakPsn(id), paths.nakPsn(first));
            if (ahead > 0 || ahead == 0 && paths.nakSeverity(id) > paths.nakSeverity(first)) {
                first = id;
            }
        }
        return first;
    }

    /**
     * Whether all receivers that have not refused are known, and have acknowledged everything
     * before a PSN.
     */
    private boolean areOthersUpTo(final int slot, final int psn) {
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (receivers.isReceiver(slot, id)
                    && !paths.refuses(id)
                    && (!paths.has(id, PathFeedback.KNOWN)
                            || Psn.distance(paths.ackPsn(id), Psn.previous(psn)) > 0)) {
                return false;
            }
        }
        return true;
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

    /** The smallest ePSN that still waits and was not just reported; and whether anybody refuses. */
    private void findMePsn(final int slot, final int reported) {
        groups.clear(slot, GroupFeedback.FATAL_WAITS);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (!receivers.isReceiver(slot, id)) {
                continue;
            }
            if (paths.refuses(id)) {
                groups.set(slot, GroupFeedback.FATAL_WAITS);
            } else if (paths.has(id, PathFeedback.NAK_WAITS) && paths.nakPsn(id) != reported) {
                offerMePsn(slot, paths.nakPsn(id), paths.nakSeverity(id));
            }
        }
    }
}
