package io.polycast.ack;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;

/**
 * Decides which frame is due to a group's source: an aggregate, a NAK or none. It writes the aggregate, and
 * the time at which the aggregate moved.
 */
final class DueFrames {
    /** A NAK waits, or a path joins. */
    private static final int NOT_PLAIN =
            GroupFeedback.FATAL_WAITS | GroupFeedback.ME_VALID | GroupFeedback.JOINS;

    private final Mft mft;
    private final GroupFeedback groups;
    private final Receivers receivers;
    private final NakLedger naks;

    /** By group; no record of the feedback buffer, because the time is for people only. */
    private final long[] movedNs;

    DueFrames(final Mft mft, final Receivers receivers, final NakLedger naks) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.receivers = receivers;
        this.naks = naks;
        this.movedNs = new long[mft.maxGroups()];
    }

    /** A source begins: nobody has waited for an aggregate of its data before. */
    void begin(final long nowNs, final int slot) {
        movedNs[slot] = nowNs;
    }

    /** When the aggregate moved, or the source began, in ns. */
    long movedNs(final int slot) {
        return movedNs[slot];
    }

    /** What is due after feedback: at most one frame. */
    long afterFeedback(final long nowNs, final int slot, final int ending) {
        final int flags = groups.flags(slot);
        if (groups.unknown(slot) != 0 && (flags & GroupFeedback.FATAL_WAITS) == 0) {
            return Outcome.nothing(ending);
        }
        // Nearly always: flags are read once, and no rule of NAKs and joiners is looked at.
        return (flags & NOT_PLAIN) == 0 && groups.receivers(slot) != 0
                ? aggregate(nowNs, slot, flags, groups.minimum(slot), ending)
                : any(nowNs, slot, ending);
    }

    /** A fatal NAK, if one is due. */
    long fatal(final long nowNs, final int slot, final int ending) {
        if (!naks.reportFatal(nowNs, slot)) {
            return Outcome.nothing(ending);
        }
        final int psn = groups.sentNak(slot);
        acknowledged(nowNs, slot, Psn.previous(psn));
        return Outcome.nak(ending, psn, NakSeverity.syndrome(groups.sentSeverity(slot)));
    }

    /** The frame that is due, if any. */
    long any(final long nowNs, final int slot, final int ending) {
        if (groups.has(slot, GroupFeedback.FATAL_WAITS)) {
            final long fatal = fatal(nowNs, slot, ending);
            if (Outcome.action(fatal) != Outcome.NOTHING) {
                return fatal;
            }
        }
        if (groups.unknown(slot) != 0 || groups.receivers(slot) == 0) {
            return Outcome.nothing(ending);
        }
        final int minimum =
                groups.has(slot, GroupFeedback.JOINS)
                        ? receivers.joiners().acknowledgeable(slot)
                        : groups.minimum(slot);
        // Rule 3: the minimum ends a MePSN that it has reached.
        if (groups.has(slot, GroupFeedback.ME_VALID)
                && Psn.distance(groups.mePsn(slot), minimum) >= 0) {
            naks.forget(slot);
        }
        if (groups.has(slot, GroupFeedback.ME_VALID)
                && groups.mePsn(slot) == Psn.next(minimum)
                && naks.mayReport(nowNs, slot)) {
            naks.report(nowNs, slot);
            acknowledged(nowNs, slot, minimum);
            return Outcome.nak(
                    ending, groups.sentNak(slot), NakSeverity.syndrome(groups.sentSeverity(slot)));
        }
        return aggregate(nowNs, slot, groups.flags(slot), minimum, ending);
    }

    /** The aggregate, if the minimum is beyond the last one. */
    private long aggregate(
            final long nowNs,
            final int slot,
            final int flags,
            final int minimum,
            final int ending) {
        final boolean told = (flags & GroupFeedback.AGG_VALID) != 0;
        // A registered first PSN puts the minimum before anything that was sent: nothing to tell.
        if (told
                ? Psn.distance(groups.aggAckPsn(slot), minimum) <= 0
                : isBeforeInitial(slot, flags, minimum)) {
            return Outcome.nothing(ending);
        }
        groups.aggAckPsn(slot, minimum);
        if (!told) {
            groups.set(slot, GroupFeedback.AGG_VALID);
        }
        movedNs[slot] = nowNs;
        return Outcome.ack(ending, minimum);
    }

    private boolean isBeforeInitial(final int slot, final int flags, final int minimum) {
        return (flags & GroupFeedback.REGISTERED) != 0
                && minimum == Psn.previous(mft.initialPsn(slot));
    }

    private void acknowledged(final long nowNs, final int slot, final int minimum) {
        if (!groups.has(slot, GroupFeedback.AGG_VALID)
                || Psn.distance(groups.aggAckPsn(slot), minimum) > 0) {
            groups.aggAckPsn(slot, minimum);
            groups.set(slot, GroupFeedback.AGG_VALID);
            movedNs[slot] = nowNs;
        }
    }
}
