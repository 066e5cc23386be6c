package io.polycast.core.offload;

import io.polycast.ack.AckAggregator;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.psn.Psn;
import java.util.Arrays;

/**
 * Decides which datapath serves each group, and moves groups between them:
 *
 * <pre>
 *            data of a source that settles        nothing outstanding, or forced
 *   USER ------------------------------> MOVING ------------------------------> KERNEL
 *     ^                                    |                                       |
 *     +--- cannot be served any more ------+--- group or source changes, or data --+
 *                                               comes that the programs do not take
 * </pre>
 *
 * <p>In USER and MOVING the engine replicates, in KERNEL the programs do; feedback is the engine's in
 * all. A group that leaves KERNEL is withdrawn there first, its words are taken over, and only then
 * the engine goes on. After data that the programs do not take, or a kernel that refuses, it stays in
 * USER for a while that doubles each time.
 */
public final class Offload {
    private static final byte USER = 0;
    private static final byte MOVING = 1;
    private static final byte KERNEL = 2;
    private static final int MOST_AT_A_TIME = 256;

    private final Mft mft;
    private final GroupFeedback groups;
    private final PathFeedback paths;
    private final KernelPath kernel;
    private final OffloadSettings settings;
    private final CounterBlock counters;
    private final KernelWords words;
    private final KernelFit fit;
    private final MovingGroups moving;
    private final OffloadedSlots offloaded;

    private final byte[] state;
    private final String[] reason;
    private final int[] checkedVersion;
    private final long[] sinceNs;
    private final long[] holdUntilNs;
    private final long[] holdOffNs;
    private final int[] sourceIp;
    private final int[] lastPsn;
    private final short[] vlanId;
    private int version;
    private long syncedNs;

    /**
     * @param mft whose groups move
     * @param aggregator of their feedback
     * @param kernel that may serve them
     * @param settings of the moves
     * @param progress is told what the kernel replicated
     * @param counters of the shard
     */
    public Offload(
            final Mft mft,
            final AckAggregator aggregator,
            final KernelPath kernel,
            final OffloadSettings settings,
            final KernelProgress progress,
            final CounterBlock counters) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.paths = mft.pathFeedback();
        this.kernel = kernel;
        this.settings = settings;
        this.counters = counters;
        words = new KernelWords(mft, aggregator, kernel, progress, counters);
        fit = new KernelFit(mft, kernel);
        moving = new MovingGroups(mft.maxGroups());
        offloaded = new OffloadedSlots(mft.maxGroups());
        state = new byte[mft.maxGroups()];
        reason = new String[mft.maxGroups()];
        checkedVersion = new int[mft.maxGroups()];
        sinceNs = new long[mft.maxGroups()];
        holdUntilNs = new long[mft.maxGroups()];
        holdOffNs = new long[mft.maxGroups()];
        sourceIp = new int[mft.maxGroups()];
        lastPsn = new int[mft.maxGroups()];
        vlanId = new short[mft.maxGroups()];
        version = kernel.refusalVersion();
        Arrays.fill(holdOffNs, settings.holdOffNs());
    }

    /** Whether the kernel serves a group. */
    public boolean isKernel(final int slot) {
        return state[slot] == KERNEL;
    }

    /** Which datapath serves a group. */
    public GroupDatapath datapath(final int slot) {
        return GroupDatapath.values()[state[slot]];
    }

    /** Why the engine serves a group, in a few words for people; null when nothing is against. */
    public String reason(final int slot) {
        if (state[slot] == KERNEL) {
            return null;
        }
        return holdUntilNs[slot] == 0 ? fit.refusal(slot) : reason[slot];
    }

    /** Before the engine looks at a frame of a group that the kernel serves. */
    public void sync(final long nowNs, final int slot) {
        words.sync(nowNs, slot);
    }

    /** A group was installed or replaced; it is in USER. */
    public void onGroup(final int slot) {
        reason[slot] = fit.refusal(slot);
        checkedVersion[slot] = version;
        holdUntilNs[slot] = 0;
        holdOffNs[slot] = settings.holdOffNs();
    }

    /** A group is about to be replaced or removed, or its source to change: back to the engine. */
    public void release(final long nowNs, final int slot) {
        if (state[slot] == KERNEL) {
            withdraw(nowNs, slot);
        } else if (state[slot] == MOVING) {
            stay(slot);
        }
    }

    /** Everything back to the engine, at the end. */
    public void releaseAll(final long nowNs) {
        while (offloaded.size() > 0) {
            release(nowNs, offloaded.at(offloaded.size() - 1));
        }
    }

    /**
     * The engine has data of the established source that not all have acknowledged, and that the
     * programs would have taken: it was on its way here when the group moved, or it is in a form that
     * they do not take. Then the group returns.
     */
    public void onLateData(final long nowNs, final int slot) {
        if (nowNs - sinceNs[slot] > settings.graceNs()) {
            withdraw(nowNs, slot);
            holdOff(nowNs, slot, "data in a form that the kernel's programs do not take");
            counters.count(Tally.KERNEL_RETURNS);
        }
    }

    /** The engine is about to replicate data of the established source. */
    public void onData(final long nowNs, final int slot, final FrameInfo info) {
        lastPsn[slot] = info.psn;
        if (state[slot] == KERNEL) {
            return;
        }
        sourceIp[slot] = info.srcIp;
        vlanId[slot] = (short) info.vlanId;
        if (state[slot] == USER && mayMove(nowNs, slot, info)) {
            state[slot] = MOVING;
            sinceNs[slot] = nowNs;
            moving.add(slot, nowNs + settings.settleNs() + settings.forceNs());
        }
    }

    private boolean mayMove(final long nowNs, final int slot, final FrameInfo info) {
        if (checkedVersion[slot] != version) {
            checkedVersion[slot] = version;
            reason[slot] = fit.refusal(slot);
        }
        if (holdUntilNs[slot] != 0) {
            if (nowNs - holdUntilNs[slot] < 0) {
                return false;
            }
            holdUntilNs[slot] = 0;
            reason[slot] = fit.refusal(slot);
        }
        if (reason[slot] == null && info.vlanTags > 1) {
            holdOff(nowNs, slot, "two VLAN tags");
        }
        return reason[slot] == null;
    }

    /** Feedback of a path was judged, whatever came of it. */
    public void onFeedback(
            final long nowNs, final int slot, final int path, final int id, final boolean nak) {
        if (state[slot] == KERNEL) {
            if (nak) {
                words.onNak(slot, id);
            }
            words.writeMinimum(slot);
            words.writeAckPsn(slot, mft.row(slot, path), id);
        } else if (state[slot] == MOVING
                && groups.minimum(slot) == groups.highest(slot)
                && nowNs - sinceNs[slot] >= settings.settleNs()
                && isQuiet(slot)) {
            move(nowNs, slot, false);
        }
    }

    /**
     * Feedback acknowledges more than has passed. If that is where the source jumped to, the receivers
     * have it and its next frame may be the same for ever; the programs cannot tell that from a corrupted
     * PSN, the engine can: the group returns.
     */
    public void onBeyondSent(final long nowNs, final int slot, final int psn) {
        if (state[slot] == KERNEL
                && groups.has(slot, GroupFeedback.CANDIDATE_VALID)
                && groups.candidate(slot) == psn) {
            withdraw(nowNs, slot);
            holdOff(nowNs, slot, "a jump of the source's PSN that only the engine can verify");
            counters.count(Tally.KERNEL_RETURNS);
        }
    }

    /** A NAK left to the source. */
    public void onNakSent(final int slot) {
        if (state[slot] == KERNEL) {
            words.onNakSent(slot);
        }
    }

    /** A path is out of service. */
    public void onEvicted(final long nowNs, final int slot, final int path, final int id) {
        if (state[slot] != KERNEL) {
            return;
        }
        if (groups.source(slot) == id) {
            withdraw(nowNs, slot);
        } else {
            kernel.absent(words.kernelSlot(slot), mft.port(mft.row(slot, path)), true);
        }
    }

    /** Receivers were counted anew. */
    public void onMembership(final int slot) {
        if (state[slot] == KERNEL) {
            words.writeMinimum(slot);
        }
    }

    /**
     * Does what time asks for.
     *
     * @return the next deadline in ns, or {@link Long#MAX_VALUE}; the regular look at what the kernel
     *     has seen is none
     */
    public long onTick(final long nowNs) {
        if (version != kernel.refusalVersion()) {
            onRefusals(nowNs);
        }
        // One at a time: a new set of ports makes the move wait for the kernel, some 10 ms.
        final int slot = moving.pollDue(nowNs);
        if (slot != Mft.NONE) {
            move(nowNs, slot, true);
        }
        if (nowNs - syncedNs >= settings.syncNs()) {
            syncedNs = nowNs;
            for (int n = Math.min(MOST_AT_A_TIME, offloaded.size()); n > 0; n--) {
                words.syncAll(nowNs, offloaded.next());
            }
        }
        return moving.nextNs();
    }

    /** Brings a group's words up to date, for people to look at. */
    public void refresh(final long nowNs, final int slot) {
        if (state[slot] == KERNEL) {
            words.syncAll(nowNs, slot);
        }
    }

    private void onRefusals(final long nowNs) {
        version = kernel.refusalVersion();
        for (int i = offloaded.size() - 1; i >= 0; i--) {
            final int slot = offloaded.at(i);
            final String refusal = fit.refusal(slot);
            if (refusal != null) {
                withdraw(nowNs, slot);
                reason[slot] = refusal;
                checkedVersion[slot] = version;
                counters.count(Tally.KERNEL_RETURNS);
            }
        }
    }

    /** Nothing is outstanding as far as the engine knows, and nobody waits for anything. */
    private boolean isQuiet(final int slot) {
        if (groups.unknown(slot) != 0
                || groups.receivers(slot) == 0
                || (groups.flags(slot) & (GroupFeedback.ME_VALID | GroupFeedback.SENT_VALID))
                        != 0) {
            return false;
        }
        // A lone jump is forwarded, but the bound does not know it, nor would the kernel.
        if (groups.has(slot, GroupFeedback.CANDIDATE_VALID)
                && Psn.distance(groups.highest(slot), groups.candidate(slot)) > 0) {
            return false;
        }
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            if (paths.has(mft.feedbackId(mft.row(slot, path)), PathFeedback.NAK_WAITS)) {
                return false;
            }
        }
        return true;
    }

    private void move(final long nowNs, final int slot, final boolean forced) {
        moving.remove(slot);
        final String refusal = fit.refusal(slot);
        if (refusal != null) {
            reason[slot] = refusal;
            checkedVersion[slot] = version;
            state[slot] = USER;
            return;
        }
        final KernelGroup group =
                fit.group(slot, groups.source(slot), sourceIp[slot], vlanId[slot]);
        final int fresh = kernel.install(group, groups.highest(slot), lastPsn[slot]);
        if (fresh == KernelPath.LATER) {
            moving.add(slot, nowNs + settings.settleNs() + settings.forceNs());
            return;
        }
        if (fresh < 0) {
            state[slot] = USER;
            holdOff(
                    nowNs,
                    slot,
                    fresh == KernelPath.FULL ? "the kernel's table is full" : kernel.failure());
            return;
        }
        words.begin(slot, fresh);
        if (!kernel.publish(fresh)) {
            state[slot] = USER;
            holdOff(nowNs, slot, kernel.failure());
            return;
        }
        state[slot] = KERNEL;
        sinceNs[slot] = nowNs;
        offloaded.add(slot);
        counters.count(Tally.KERNEL_MOVES);
        counters.count(Tally.KERNEL_FORCED, forced ? 1 : 0);
    }

    private void withdraw(final long nowNs, final int slot) {
        kernel.withdraw(words.kernelSlot(slot));
        words.syncAll(nowNs, slot);
        offloaded.remove(slot);
        state[slot] = USER;
        if (nowNs - sinceNs[slot] > settings.longestHoldOffNs()) {
            holdOffNs[slot] = settings.holdOffNs();
        }
    }

    private void stay(final int slot) {
        moving.remove(slot);
        state[slot] = USER;
    }

    private void holdOff(final long nowNs, final int slot, final String why) {
        reason[slot] = why;
        holdUntilNs[slot] = nowNs + holdOffNs[slot];
        holdOffNs[slot] = Math.min(2 * holdOffNs[slot], settings.longestHoldOffNs());
    }
}
