package io.polycast.core.offload;

import io.polycast.ack.AckAggregator;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.psn.Psn;

/**
 * Finds which NAKs the source has answered in groups that the kernel serves (rule 5).
 *
 * <p>The kernel reports only the number of steps back and the PSN of the last. A NAK counts as
 * answered once the source has stepped back to its PSN or before it, and has passed it since. The
 * engine may notice this late, or too early if that very frame was lost before the switch. Both
 * cost at most a repeated NAK or a timeout of the source, never a wrong ACK.
 */
final class KernelNaks {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final AckAggregator aggregator;
    private final KernelTable kernel;

    /** By group: its slot in the kernel. */
    private final int[] kernelSlot;

    /** By group: frames and steps back at the last look. */
    private final long[] frames;

    private final int[] steps;

    /** By group: frames when it moved. */
    private final long[] firstFrames;

    /** By group: PSN of the last frame that the engine had after the move. */
    private final int[] late;

    /** By group: whether a NAK waits for a step back. */
    private final boolean[] waits;

    /** By group: steps back, and PSN of the last frame, when a NAK left to the source. */
    private final int[] stepsAtSent;

    private final int[] lastAtSent;

    /** By path: steps back of its group, and PSN of the source's last frame, when its NAK came. */
    private final int[] stepsAtNak;

    private final int[] lastAtNak;

    KernelNaks(final Mft mft, final AckAggregator aggregator, final KernelTable kernel) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.aggregator = aggregator;
        this.kernel = kernel;
        kernelSlot = new int[mft.maxGroups()];
        frames = new long[mft.maxGroups()];
        steps = new int[mft.maxGroups()];
        firstFrames = new long[mft.maxGroups()];
        late = new int[mft.maxGroups()];
        waits = new boolean[mft.maxGroups()];
        stepsAtSent = new int[mft.maxGroups()];
        lastAtSent = new int[mft.maxGroups()];
        stepsAtNak = new int[mft.maxPaths()];
        lastAtNak = new int[mft.maxPaths()];
    }

    /** A fresh slot is filled, with so many frames and steps back. */
    void begin(final int slot, final int freshSlot, final long framesThen, final int stepsThen) {
        kernelSlot[slot] = freshSlot;
        frames[slot] = framesThen;
        steps[slot] = stepsThen;
        stepsAtSent[slot] = stepsThen;
        lastAtSent[slot] = kernel.lastPsn(freshSlot);
        firstFrames[slot] = framesThen;
        late[slot] = lastAtSent[slot];
        waits[slot] = groups.has(slot, GroupFeedback.SENT_VALID);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (id != groups.source(slot)) {
                stepsAtNak[id] = stepsThen;
                lastAtNak[id] = lastAtSent[slot];
                waits[slot] |= paths.has(id, PathFeedback.NAK_WAITS);
            }
        }
    }

    /** The words of a group were taken over: so many frames and steps back there are now. */
    void onLook(final int slot, final long framesNow, final int stepsNow) {
        frames[slot] = framesNow;
        steps[slot] = stepsNow;
        if (waits[slot]) {
            findAnswered(slot);
        }
    }

    /**
     * Finds NAKs that the source has answered by stepping back. The engine has already judged the
     * frames that it saw itself.
     */
    private void findAnswered(final int slot) {
        if (frames[slot] == firstFrames[slot]) {
            return;
        }
        final int back = kernel.stepBackPsn(kernelSlot[slot]);
        final int last = last(slot);
        boolean left = false;
        if (groups.has(slot, GroupFeedback.SENT_VALID)) {
            if (!NakSeverity.isFatal(groups.sentSeverity(slot))
                    && hasPassed(
                            groups.sentNak(slot),
                            stepsAtSent[slot] != steps[slot],
                            back,
                            lastAtSent[slot],
                            last)) {
                aggregator.naks().onReportAnswered(slot);
            } else {
                left = true;
            }
        }
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (!paths.has(id, PathFeedback.NAK_WAITS) || paths.refuses(id)) {
                continue;
            }
            final int psn = paths.nakPsn(id);
            if (hasPassed(psn, stepsAtNak[id] != steps[slot], back, lastAtNak[id], last)) {
                aggregator.naks().onCopied(id);
                aggregator.naks().onAnswered(slot, psn);
            } else {
                left = true;
            }
        }
        waits[slot] = left;
    }

    /** Since the NAK: by a step back to it or before it, or on the way on from an earlier one. */
    private static boolean hasPassed(
            final int psn,
            final boolean steppedBack,
            final int back,
            final int lastThen,
            final int last) {
        return Psn.distance(psn, last) >= 0
                && (steppedBack ? Psn.distance(back, psn) >= 0 : Psn.distance(lastThen, psn) > 0);
    }

    /** A path's NAK waits from now on. */
    void onNak(final int slot, final int id) {
        if (paths.has(id, PathFeedback.NAK_WAITS)) {
            stepsAtNak[id] = steps[slot];
            lastAtNak[id] = last(slot);
            waits[slot] = true;
        }
    }

    /** A NAK left to the source. */
    void onNakSent(final int slot) {
        stepsAtSent[slot] = steps[slot];
        lastAtSent[slot] = last(slot);
        waits[slot] = true;
    }

    /** The engine has data that was on its way to it when the group moved: the kernel's comes after it. */
    void onLate(final int slot, final int psn) {
        late[slot] = psn;
    }

    private int last(final int slot) {
        return frames[slot] == firstFrames[slot] ? late[slot] : kernel.lastPsn(kernelSlot[slot]);
    }
}
