package io.polycast.core.offload;

import io.polycast.ack.AckAggregator;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.source.Establishment;
import io.polycast.mft.source.SentBound;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.psn.Psn;

/**
 * Carries words between the feedback records and the kernel's slots of groups that it serves.
 * Towards the engine: highest PSN, PSNs that passed above it, candidate (rule 12), and whether the
 * data of a NAK has passed (rule 5). Towards the kernel: the minimum first, then a path's AckPSN,
 * so that no retransmission that all have is dropped instead of answered (rule 2).
 */
final class KernelWords {
    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final SentBound bound;
    private final KernelTable kernel;
    private final KernelProgress progress;
    private final Establishment establishment;
    private final CounterBlock counters;

    /** By group: its slot in the kernel, valid while it is there. */
    private final int[] kernelSlot;

    /** By group: bits of the ports that its copies leave by. */
    private final long[] ports;

    /** By group: its kernel slot's words of that name as they were taken over last. */
    private final long[] flow;

    private final int[] asked;

    private final long[] frames;
    private final long[] copies;
    private final long[] filtered;
    private final int[] steps;
    private final KernelNaks naks;

    /** By group: steps back that were told. */
    private final int[] stepsAtRepeat;

    /** By group: time of the last look, in ns. */
    private final long[] seenNs;

    KernelWords(
            final Mft mft,
            final AckAggregator aggregator,
            final KernelTable kernel,
            final KernelProgress progress,
            final CounterBlock counters) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.bound = new SentBound(groups);
        this.kernel = kernel;
        this.progress = progress;
        this.establishment = new Establishment(groups);
        this.counters = counters;
        kernelSlot = new int[mft.maxGroups()];
        ports = new long[mft.maxGroups()];
        flow = new long[mft.maxGroups()];
        asked = new int[mft.maxGroups()];
        stepsAtRepeat = new int[mft.maxGroups()];
        frames = new long[mft.maxGroups()];
        copies = new long[mft.maxGroups()];
        filtered = new long[mft.maxGroups()];
        steps = new int[mft.maxGroups()];
        seenNs = new long[mft.maxGroups()];
        naks = new KernelNaks(mft, aggregator, kernel);
    }

    int kernelSlot(final int slot) {
        return kernelSlot[slot];
    }

    /** PSNs that passed above the highest, in the form of {@link KernelTable#install}. */
    long passed(final int slot) {
        return Long.rotateLeft(bound.above(slot), groups.highest(slot) + 1);
    }

    /** A fresh slot is filled: writes minimum and AckPSNs into it, before it is published. */
    void begin(final long nowNs, final int slot, final int freshSlot) {
        kernelSlot[slot] = freshSlot;
        seenNs[slot] = nowNs;
        flow[slot] = kernel.flow(freshSlot);
        asked[slot] = kernel.asked(freshSlot);
        frames[slot] = kernel.frames(freshSlot);
        steps[slot] = kernel.stepsBack(freshSlot);
        stepsAtRepeat[slot] = steps[slot];
        naks.begin(slot, freshSlot, frames[slot], steps[slot]);
        ports[slot] = 0;
        writeMinimum(slot);
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int row = mft.row(slot, path);
            final int id = mft.feedbackId(row);
            if (id == groups.source(slot)) {
                continue;
            }
            writeAckPsn(slot, row, id);
            if (paths.has(id, PathFeedback.EVICTED)) {
                kernel.absent(freshSlot, mft.port(row), true);
            }
            ports[slot] |= 1L << mft.port(row);
        }
        copies[slot] = left(slot);
        filtered[slot] = kept(slot);
    }

    private long left(final int slot) {
        long sum = 0;
        for (long rest = ports[slot]; rest != 0; rest &= rest - 1) {
            sum += kernel.copies(kernelSlot[slot], Long.numberOfTrailingZeros(rest));
        }
        return sum;
    }

    private long kept(final int slot) {
        long sum = 0;
        for (long rest = ports[slot]; rest != 0; rest &= rest - 1) {
            sum += kernel.filtered(kernelSlot[slot], Long.numberOfTrailingZeros(rest));
        }
        return sum;
    }

    /** Time of the last look at a group, in ns. */
    long seenNs(final int slot) {
        return seenNs[slot];
    }

    /**
     * Takes over what the kernel has seen of a group since the last time.
     *
     * @return whether there was data
     */
    boolean sync(final long nowNs, final int slot) {
        final int k = kernelSlot[slot];
        // Against the order in which the programs write: what was counted is in the words.
        final long more = countFrames(slot);
        final int askedNow = kernel.asked(k);
        final int highest = groups.highest(slot);
        onFlow(slot, kernel.flow(k));
        onSteps(slot, more);
        // Where stores do not keep their order, a frame may be counted before it has asked.
        final boolean asks = askedNow != asked[slot];
        if (more > 0 || asks) {
            asked[slot] = askedNow;
            tell(nowNs, slot, more, asks ? askedNow & Psn.MASK : -1, highest);
        }
        seenNs[slot] = nowNs;
        naks.onLook(slot, frames[slot], steps[slot]);
        return more > 0;
    }

    /** Steps back; a single frame is all that was sent. */
    private void onSteps(final int slot, final long more) {
        final int now = kernel.stepsBack(kernelSlot[slot]);
        final boolean back = now != steps[slot];
        steps[slot] = now;
        final int psn = kernel.stepBackPsn(kernelSlot[slot]);
        if (back && establishment.isWatched(slot)) {
            establishment.onStepBack(slot, psn);
        } else if (back && more == 1) {
            establishment.onRetransmission(slot, psn);
        } else if (more > 0) {
            establishment.onOtherData(slot);
        }
    }

    /**
     * A look comes anywhere in a round of a source that goes back through its window, and the round
     * may have begun in the engine. A request counts once per round all the same.
     *
     * @param psn that asked last, or -1
     * @param highest PSN before this look
     */
    private void tell(
            final long nowNs, final int slot, final long more, final int psn, final int highest) {
        final boolean repeated = psn >= 0 && Psn.distance(highest, psn) <= 0;
        // Without what asks: the rest of this round may come to the engine.
        final boolean steppedBack = (repeated || psn < 0) && steps[slot] != stepsAtRepeat[slot];
        if (steppedBack) {
            stepsAtRepeat[slot] = steps[slot];
        }
        final int last = more > 0 ? kernel.lastPsn(kernelSlot[slot]) : -1;
        final int how =
                (repeated ? KernelProgress.REPEATED : 0)
                        | (steppedBack ? KernelProgress.STEPPED_BACK : 0);
        progress.onFrames(nowNs, slot, seenNs[slot], more, last, psn, how);
    }

    /** Once for each value: the engine goes on from there while a slot that it left settles. */
    private void onFlow(final int slot, final long now) {
        if (now == flow[slot]) {
            return;
        }
        flow[slot] = now;
        if ((now & KernelTable.HIGHEST_VALID) != 0) {
            onHighest(slot, (int) now & Psn.MASK);
        }
        if ((now & KernelTable.PASSED_VALID) != 0) {
            // After the flow: see there.
            onPassed(slot, (int) now & Psn.MASK, kernel.passed(kernelSlot[slot]));
        }
        if ((now & KernelTable.CANDIDATE_VALID) != 0) {
            onCandidate(
                    slot,
                    (int) now & Psn.MASK,
                    (int) (now >>> KernelTable.CANDIDATE_SHIFT) & Psn.MASK);
        }
    }

    private long countFrames(final int slot) {
        final long seen = kernel.frames(kernelSlot[slot]);
        final long more = seen - frames[slot];
        if (more > 0) {
            frames[slot] = seen;
            counters.count(Tally.KERNEL_FRAMES, more);
        }
        return more;
    }

    private void countCopies(final int slot) {
        final long left = left(slot);
        final long kept = kept(slot);
        counters.count(Tally.KERNEL_COPIES, Math.max(0, left - copies[slot]));
        counters.count(Tally.KERNEL_FILTERED, Math.max(0, kept - filtered[slot]));
        copies[slot] = left;
        filtered[slot] = kept;
    }

    /** As {@link #sync}, and the copies too: a walk over the ports. */
    boolean syncAll(final long nowNs, final int slot) {
        final boolean some = sync(nowNs, slot);
        countCopies(slot);
        return some;
    }

    /** Counts what the kernel has seen, of which nothing matters to the group any more. */
    void count(final int slot) {
        countFrames(slot);
        countCopies(slot);
    }

    /** The engine may be ahead by frames that were on their way to it when the group moved. */
    private void onHighest(final int slot, final int psn) {
        if (Psn.distance(groups.highest(slot), psn) > 0) {
            bound.advance(slot, psn);
            if (groups.has(slot, GroupFeedback.CANDIDATE_VALID)
                    && Psn.distance(psn, groups.candidate(slot)) <= 0) {
                groups.clear(slot, GroupFeedback.CANDIDATE_VALID);
            }
        }
    }

    /** A PSN that passed in the engine or in the kernel has passed. */
    private void onPassed(final int slot, final int kernelHighest, final long passed) {
        final int ahead = Psn.distance(kernelHighest, groups.highest(slot));
        if (ahead < SentBound.WINDOW) {
            bound.add(slot, Long.rotateRight(passed, kernelHighest + 1) >>> ahead);
        }
    }

    private void onCandidate(final int slot, final int kernelHighest, final int psn) {
        if (Psn.distance(groups.highest(slot), psn) <= 0) {
            return;
        }
        final boolean follows =
                psn == Psn.next(groups.highest(slot)) && groups.highest(slot) != kernelHighest
                        || groups.has(slot, GroupFeedback.CANDIDATE_VALID)
                                && psn == Psn.next(groups.candidate(slot));
        if (follows) {
            bound.advance(slot, psn);
            groups.clear(slot, GroupFeedback.CANDIDATE_VALID);
        } else {
            groups.candidate(slot, psn);
            groups.set(slot, GroupFeedback.CANDIDATE_VALID);
        }
    }

    /** Which NAKs the source has answered. */
    KernelNaks naks() {
        return naks;
    }

    void writeMinimum(final int slot) {
        kernel.minimum(
                kernelSlot[slot],
                groups.minimum(slot),
                groups.unknown(slot) == 0 && groups.receivers(slot) > 0);
    }

    void writeAckPsn(final int slot, final int row, final int id) {
        kernel.ackPsn(
                kernelSlot[slot],
                mft.port(row),
                paths.ackPsn(id),
                paths.has(id, PathFeedback.KNOWN));
    }
}
