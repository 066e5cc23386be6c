package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;

/** NAKs that wait until the minimum comes up to them, and MePSN, the smallest PSN that one asks for. */
final class WaitingNaks {
    /** No PSN. */
    private static final int NOTHING_REPORTED = -1;

    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Receivers receivers;
    private final CounterBlock counters;
    private final long nakRepeatNs;

    WaitingNaks(
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
        paths.nakPsn(id, ePsn);
        paths.nakSeverity(id, again ? Math.max(severity, paths.nakSeverity(id)) : severity);
        paths.set(id, PathFeedback.NAK_WAITS);
        offerMePsn(slot, ePsn, severity);
    }

    /** What paths waited for went out to them. */
    void onAnswered(final int slot, final int psn) {
        if (groups.has(slot, GroupFeedback.ME_VALID) && groups.mePsn(slot) == psn) {
            forget(slot);
        }
    }

    /** MePSN is history: what counts is what receivers still wait for. */
    void forget(final int slot) {
        groups.clear(slot, GroupFeedback.ME_VALID);
        findMePsn(slot, NOTHING_REPORTED);
    }

    /** MePSN is reported to the source. */
    void report(final long nowNs, final int slot) {
        groups.sentNak(slot, groups.mePsn(slot));
        groups.sentSeverity(slot, groups.meSeverity(slot));
        groups.sentNakNs(slot, nowNs);
        groups.set(slot, GroupFeedback.SENT_VALID);
        groups.clear(slot, GroupFeedback.ME_VALID);
        findMePsn(slot, groups.sentNak(slot));
    }

    /** Rule 5: the same loss is reported once until its retransmission has passed, or time has. */
    boolean mayReport(final long nowNs, final int slot) {
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

    /** The smallest ePSN that still waits and was not just reported. */
    private void findMePsn(final int slot, final int reported) {
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (receivers.isReceiver(slot, id)
                    && paths.has(id, PathFeedback.NAK_WAITS)
                    && paths.nakPsn(id) != reported) {
                offerMePsn(slot, paths.nakPsn(id), paths.nakSeverity(id));
            }
        }
    }
}
