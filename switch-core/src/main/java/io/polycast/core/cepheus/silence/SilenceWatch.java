package io.polycast.core.cepheus.silence;

import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.parser.psn.Psn;
import java.util.Arrays;

/**
 * Finds silent members (docs/protocol.md, rule 8). A silent member left two repetitions of a
 * request unanswered, the second {@code silentAfter} after the first request or later. Time alone
 * proves nothing, because the source's timer may be longer. Any verified feedback is an answer,
 * also feedback that does not count (ahead of the bound, stale, {@code alive}).
 *
 * <p>Two repetitions make a group due for judgement a quarter of {@code silentAfter} later, when
 * their answers had time to arrive. Only requests repeated before that pause count. So data costs
 * one read of the policy, a request a comparison with a few PSNs, and only a judgement costs a walk
 * over the paths.
 *
 * <p>A change of the source and a set of the group begin anew; that the group begins anew does not. A
 * new process knows nothing of what the old one counted. A member that refused for good has answered: its
 * fatal NAK ends the transfer, and its eviction would make that a success.
 */
public final class SilenceWatch {
    /** Looks per silentAfter. */
    private static final int LOOKS = 4;

    /** A thread that sleeps between two looks is as late as that. */
    private static final long USUAL_LATENESS_NS = 1_000_000;

    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final Askings askings;
    private final DeadlineHeap deadlines;

    /** By group: PSN of its last data. */
    private final int[] lastPsn;

    /** By group: jump that asked in the kernel, which may be a damaged PSN; it counts once the bound has passed it. */
    private final int[] ahead;

    /** How late the look that is under way was called. */
    private long lateNs;

    /**
     * @param mft whose groups are watched
     */
    public SilenceWatch(final Mft mft) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.askings = new Askings(mft);
        this.deadlines = new DeadlineHeap(mft.maxGroups());
        this.lastPsn = new int[mft.maxGroups()];
        this.ahead = new int[mft.maxGroups()];
        Arrays.fill(ahead, Mft.NONE);
    }

    /** Whether a group waits for its members for ever. */
    public boolean isOff(final int slot) {
        return mft.silentPolicy(slot) == SilentPolicy.FREEZE.ordinal();
    }

    /**
     * Data of a group that is watched and that not all have acknowledged has left to the receivers.
     *
     * @param asks whether it asks those for an answer to whom it left; no damaged PSN
     * @param repeated whether it passed before
     */
    public void onData(
            final long nowNs,
            final int slot,
            final int psn,
            final boolean asks,
            final boolean repeated) {
        if (repeated && Psn.distance(lastPsn[slot], psn) <= 0) {
            askings.onStepBack(slot);
        }
        lastPsn[slot] = psn;
        onPassed(nowNs, slot);
        if (asks) {
            onAsked(nowNs, slot, psn, repeated);
        }
    }

    /**
     * The kernel's programs replicated data.
     *
     * @param last PSN of it; -1: there was none
     * @param asked last PSN that asks, or -1
     * @param repeated whether that passed before
     * @param steppedBack whether the source went back there, not told yet
     */
    public void onKernelFrames(
            final long nowNs,
            final int slot,
            final int last,
            final int asked,
            final boolean repeated,
            final boolean steppedBack) {
        if (last >= 0) {
            lastPsn[slot] = last;
        }
        if (steppedBack) {
            askings.onStepBack(slot);
        }
        if (asked >= 0 && Psn.distance(groups.highest(slot), asked) > 0) {
            ahead[slot] = asked;
        } else if (asked >= 0) {
            onAsked(nowNs, slot, asked, repeated);
        }
        onPassed(nowNs, slot);
    }

    private void onPassed(final long nowNs, final int slot) {
        final int psn = ahead[slot];
        if (psn != Mft.NONE && Psn.distance(groups.highest(slot), psn) <= 0) {
            ahead[slot] = Mft.NONE;
            onAsked(nowNs, slot, psn, false);
        }
    }

    private void onAsked(final long nowNs, final int slot, final int psn, final boolean repeated) {
        // The bound begins again with a group that begins anew: what passes it may have asked
        // before.
        if (!repeated && !askings.has(slot, psn)) {
            askings.onNew(nowNs, slot, psn);
            return;
        }
        askings.onRepeated(nowNs, slot, psn);
        if (!deadlines.contains(slot) && askings.isAnyRipe(slot, mft.silentAfterNs(slot))) {
            askings.note(slot, mft.silentAfterNs(slot));
            deadlines.set(slot, nowNs + interval(slot));
        }
    }

    /** A copy of data that asks did not leave: its path was not asked, nor often enough before. */
    public void onRefused(final long nowNs, final int id) {
        paths.excuse(id, nowNs);
    }

    /**
     * The group is about to begin anew with the same source. Counted silence stays, but a path that has
     * answered all that it was asked starts from here: its AckPSN is forgotten, the askings are not.
     *
     * @param psn with which the source begins
     */
    public void onAnew(final long nowNs, final int slot, final int psn) {
        if (isOff(slot)) {
            return;
        }
        askings.onAnew(slot, psn);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (!owes(slot, id)) {
                paths.excuse(id, nowNs);
            }
        }
    }

    private boolean owes(final int slot, final int id) {
        final int first = askings.first(slot);
        for (int place = first; place < first + Askings.PLACES; place++) {
            final int psn = askings.psn(place);
            if (psn != Mft.NONE && isUnanswered(psn, id)) {
                return true;
            }
        }
        return false;
    }

    /** Another source: requests of the source before require no answer. */
    public void onSource(final int slot) {
        forget(slot);
    }

    /** A group was set or unset: earlier requests require no answer. */
    public void onGroupGone(final int slot) {
        forget(slot);
    }

    private void forget(final int slot) {
        askings.forget(slot);
        ahead[slot] = Mft.NONE;
        deadlines.remove(slot);
    }

    /** When a group is to be looked at next, in ns, or {@link Long#MAX_VALUE}. */
    public long nextDeadlineNs() {
        return deadlines.isEmpty() ? Long.MAX_VALUE : deadlines.earliestNs();
    }

    /**
     * A group that is due for judgement, or {@link Mft#NONE}. The group stays armed until {@link
     * #rearm}: data that the kernel has seen by then is not new.
     */
    public int due(final long nowNs) {
        if (deadlines.isEmpty() || deadlines.earliestNs() - nowNs > 0) {
            return Mft.NONE;
        }
        final int slot = deadlines.earliestSlot();
        lateNs = nowNs - deadlines.earliestNs();
        return slot;
    }

    /** Whether a path has been silent for too long. */
    public boolean isSilent(final int slot, final int id) {
        if (isLate(slot)
                || groups.source(slot) < 0
                || groups.source(slot) == id
                || paths.has(id, PathFeedback.EVICTED)
                || paths.refuses(id)) {
            return false;
        }
        final int first = askings.first(slot);
        for (int place = first; place < first + Askings.PLACES; place++) {
            final int psn = askings.notedPsn(place);
            if (psn != Mft.NONE
                    && isUnanswered(psn, id)
                    && askings.isIgnored(place, paths.excusedNs(id), mft.silentAfterNs(slot))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The switch itself stood still: answers may wait unread, and the standstill is nobody's
     * silence.
     */
    private boolean isLate(final int slot) {
        return lateNs > Math.max(USUAL_LATENESS_NS, interval(slot) / 2);
    }

    /** Ends a look; the next comes if the source repeated itself since, or when it does. */
    public void rearm(final long nowNs, final int slot) {
        deadlines.remove(slot);
        if (isLate(slot) || askings.isAnyRipeAgain(slot, mft.silentAfterNs(slot))) {
            askings.note(slot, mft.silentAfterNs(slot));
            deadlines.set(slot, nowNs + interval(slot));
        }
    }

    private boolean isUnanswered(final int psn, final int id) {
        return !paths.has(id, PathFeedback.KNOWN) || Psn.distance(paths.ackPsn(id), psn) > 0;
    }

    private long interval(final int slot) {
        return Math.max(1, mft.silentAfterNs(slot) / LOOKS);
    }
}
