package io.polycast.core.offload;

import io.polycast.ack.AckAggregator;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelTable;

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
 * <p>In USER and MOVING the engine replicates, in KERNEL the programs do; feedback is the engine's
 * in all. A group that leaves KERNEL is withdrawn there first, then its words are taken over, and
 * then the engine goes on. A program may still hold a frame. Its words are taken over until the
 * slot has settled, and for the last time when the slot is given back. After data that the programs
 * do not take, or a kernel that refuses, it stays in USER for a while that doubles each time. When
 * the table is full, the group that is idle longest makes room. A group without data for so long
 * that its next may begin it anew (rule 2) leaves in any case.
 */
public final class Offload implements GroupDatapaths {
    private static final byte USER = 0;
    private static final byte MOVING = 1;
    private static final byte KERNEL = 2;
    private static final int MOST_RESTED_A_TICK = 64;
    private static final String LATE_DATA = "data that the kernel's programs leave to the engine";
    private static final String STOOD_STILL =
            "data at a time when the switch did not look, until its next data";

    private final Mft mft;
    private final GroupFeedback groups;
    private final KernelTable kernel;
    private final OffloadSettings settings;
    private final CounterBlock counters;
    private final KernelWords words;
    private final MoveChecks checks;
    private final HoldOffs holds;
    private final QuietGroups quiet;

    /** Groups in MOVING. */
    private final DueMoves due;

    private final Residents residents;

    private final byte[] state;
    private final long[] sinceNs;
    private final int[] sourceIp;
    private final int[] lastPsn;
    private final short[] vlanId;
    private GroupEvents events = GroupEvents.NONE;
    private long syncedNs;

    /**
     * @param mft whose groups move
     * @param aggregator of their feedback
     * @param kernel that may serve them
     * @param settings of the moves
     * @param progress receives reports on frames that the kernel replicated
     * @param counters of the shard
     */
    public Offload(
            final Mft mft,
            final AckAggregator aggregator,
            final KernelTable kernel,
            final OffloadSettings settings,
            final KernelProgress progress,
            final CounterBlock counters) {
        this.mft = mft;
        this.groups = mft.groupFeedback();
        this.kernel = kernel;
        this.settings = settings;
        this.counters = counters;
        words = new KernelWords(mft, aggregator, kernel, progress, counters);
        checks = new MoveChecks(mft, kernel, settings);
        quiet = new QuietGroups(mft);
        holds = checks.holds();
        due = new DueMoves(mft.maxGroups());
        residents = new Residents(mft, kernel, words, quiet, settings);
        state = new byte[mft.maxGroups()];
        sinceNs = new long[mft.maxGroups()];
        sourceIp = new int[mft.maxGroups()];
        lastPsn = new int[mft.maxGroups()];
        vlanId = new short[mft.maxGroups()];
    }

    /** Tells a listener which groups move from now on. */
    @Override
    public void events(final GroupEvents listener) {
        events = listener;
    }

    /** Whether the kernel serves a group. */
    @Override
    public boolean isKernel(final int slot) {
        return state[slot] == KERNEL;
    }

    @Override
    public boolean mayHoldData(final int slot) {
        return residents.isFollowed(slot);
    }

    /** Which datapath serves a group. */
    @Override
    public GroupDatapath datapath(final int slot) {
        return GroupDatapath.values()[state[slot]];
    }

    /** Why the engine serves a group, in a few words for people; null when nothing is against. */
    @Override
    public String reason(final int slot) {
        return state[slot] == KERNEL ? null : checks.reason(slot);
    }

    /** Before the engine inspects a frame of a group: takes over the kernel's words. */
    @Override
    public void sync(final long nowNs, final int slot) {
        if (residents.sync(nowNs, slot)) {
            leaveIdle(nowNs, slot, STOOD_STILL);
        }
    }

    /** A group was installed or replaced; it is in USER. */
    @Override
    public void onGroup(final int slot) {
        checks.onGroup(slot);
    }

    /** A group is about to be replaced or removed, or its source to change: back to the engine. */
    @Override
    public void release(final long nowNs, final int slot) {
        if (state[slot] == KERNEL) {
            leave(nowNs, slot, "its entry or its source changes");
        } else if (state[slot] == MOVING) {
            stay(slot);
        }
        residents.unfollow(slot);
        checks.forget(slot);
    }

    /**
     * Everything back to the engine, at the end.
     *
     * @return whether all slots have settled; if not, the caller asks again
     */
    @Override
    public boolean releaseAll(final long nowNs) {
        while (residents.size() > 0) {
            withdraw(nowNs, residents.at(residents.size() - 1));
        }
        residents.giveBack(nowNs);
        return !residents.areLeaving();
    }

    /**
     * Data of the established source reached the engine, not all have acknowledged it, and the
     * kernel serves the group. The data was on its way when the group moved, has a form that the
     * programs do not take, or repeats a jump, whose ICRC they cannot verify. Then the group
     * returns.
     */
    @Override
    public void onLateData(final long nowNs, final int slot) {
        if (nowNs - sinceNs[slot] > settings.graceNs()) {
            leave(nowNs, slot, LATE_DATA);
            holds.add(nowNs, slot, LATE_DATA);
            counters.count(Tally.KERNEL_RETURNS);
        }
    }

    /** The engine is about to replicate data of the established source. */
    @Override
    public void onData(final long nowNs, final int slot, final FrameInfo info) {
        lastPsn[slot] = info.psn;
        if (state[slot] == KERNEL) {
            words.naks().onLate(slot, info.psn);
            return;
        }
        sourceIp[slot] = info.srcIp;
        vlanId[slot] = (short) info.vlanId;
        if (state[slot] == USER && checks.mayMove(nowNs, slot, info)) {
            state[slot] = MOVING;
            sinceNs[slot] = nowNs;
            due.begin(slot, nowNs + settings.settleNs() + settings.forceNs());
        }
    }

    /** Feedback of a path was judged, whatever came of it. */
    @Override
    public void onFeedback(
            final long nowNs, final int slot, final int path, final int id, final boolean nak) {
        if (nak && residents.isFollowed(slot)) {
            words.naks().onNak(slot, id);
        }
        if (state[slot] == KERNEL && checks.isFatalNakWaiting(slot)) {
            // Its data has to come by the engine, which tells the source again (rule 6).
            leave(nowNs, slot, MoveChecks.FATAL_NAK_WAITS);
        } else if (state[slot] == KERNEL) {
            words.writeMinimum(slot);
            words.writeAckPsn(slot, mft.row(slot, path), id);
        } else if (state[slot] == MOVING
                && nowNs - sinceNs[slot] >= settings.settleNs()
                && !due.isAsking(slot)
                && quiet.has(slot)) {
            move(nowNs, slot, false);
        }
    }

    /** A NAK left to the source. */
    @Override
    public void onNakSent(final int slot) {
        if (residents.isFollowed(slot)) {
            words.naks().onNakSent(slot);
        }
    }

    /** A path is out of service. */
    @Override
    public void onEvicted(final long nowNs, final int slot, final int path, final int id) {
        if (state[slot] != KERNEL) {
            return;
        }
        if (groups.source(slot) == id) {
            release(nowNs, slot);
        } else {
            kernel.absent(words.kernelSlot(slot), mft.port(mft.row(slot, path)), true);
        }
    }

    /** Receivers were counted anew. */
    @Override
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
    @Override
    public long onTick(final long nowNs) {
        if (checks.haveChanged()) {
            onRefusals(nowNs);
        }
        residents.giveBack(nowNs);
        leaveRested(nowNs);
        if (kernel.isPressed()) {
            makeRoom(nowNs);
        }
        moveDue(nowNs);
        if (nowNs - syncedNs >= settings.syncNs()) {
            syncedNs = nowNs;
            goRound(nowNs);
        }
        return Math.min(due.nextNs(), residents.nextRestNs());
    }

    private void goRound(final long nowNs) {
        for (int n = residents.roundLength(); n > 0 && residents.size() > 0; n--) {
            refresh(nowNs, residents.next());
        }
    }

    /** Groups without data for so long that their next data may begin them anew, quiet or not. */
    private void leaveRested(final long nowNs) {
        for (int n = 0; n < MOST_RESTED_A_TICK; n++) {
            final int slot = residents.pollRested(nowNs);
            if (slot == Mft.NONE) {
                return;
            }
            leaveIdle(nowNs, slot, "idle: left the kernel, until its next data");
        }
    }

    private void leaveIdle(final long nowNs, final int slot, final String why) {
        leave(nowNs, slot, why);
        holds.note(nowNs, slot, why);
        counters.count(Tally.KERNEL_YIELDS);
    }

    /** One at a time: packets wait meanwhile. */
    private void moveDue(final long nowNs) {
        final int slot = due.poll(nowNs);
        if (slot != Mft.NONE && (due.isForced(slot) || quiet.has(slot))) {
            move(nowNs, slot, due.isForced(slot));
        }
    }

    /** The group that is idle longest leaves. */
    private boolean makeRoom(final long nowNs) {
        final int slot = residents.pollIdle(nowNs);
        if (slot == Mft.NONE) {
            return false;
        }
        leaveIdle(nowNs, slot, "idle: made room in the kernel's table, until its next data");
        return true;
    }

    /** Brings a group's words up to date, for people to look at. */
    @Override
    public void refresh(final long nowNs, final int slot) {
        if (residents.refresh(nowNs, slot)) {
            leaveIdle(nowNs, slot, STOOD_STILL);
        }
    }

    private void onRefusals(final long nowNs) {
        checks.begin();
        for (int i = residents.size() - 1; i >= 0; i--) {
            final int slot = residents.at(i);
            final String refusal = checks.check(slot);
            if (refusal != null) {
                leave(nowNs, slot, refusal);
                counters.count(Tally.KERNEL_RETURNS);
            }
        }
    }

    private void move(final long nowNs, final int slot, final boolean forced) {
        if (checks.check(slot) != null
                || checks.isFatalNakWaiting(slot)
                || checks.isResting(nowNs, slot)) {
            stay(slot);
            return;
        }
        final int fresh = install(nowNs, slot);
        if (fresh == KernelTable.LATER) {
            due.askAgain(slot, nowNs + settings.syncNs());
            return;
        }
        stay(slot);
        if (fresh < 0) {
            holds.add(
                    nowNs,
                    slot,
                    fresh == KernelTable.FULL ? "the kernel's table is full" : kernel.failure());
            return;
        }
        words.begin(nowNs, slot, fresh);
        if (!kernel.publish(fresh)) {
            holds.add(nowNs, slot, kernel.failure());
            return;
        }
        state[slot] = KERNEL;
        sinceNs[slot] = nowNs;
        residents.enter(nowNs, slot);
        counters.count(Tally.KERNEL_MOVES);
        counters.count(Tally.KERNEL_FORCED, forced ? 1 : 0);
        events.movedToKernel(mft.mcstId(slot));
    }

    private int install(final long nowNs, final int slot) {
        if (residents.isLeaving(slot)) {
            // Its words still follow the slot that it left.
            return KernelTable.LATER;
        }
        final KernelGroup group =
                checks.fit().group(slot, groups.source(slot), sourceIp[slot], vlanId[slot]);
        final int fresh = install(slot, group);
        return fresh == KernelTable.FULL && makeRoom(nowNs) ? install(slot, group) : fresh;
    }

    private int install(final int slot, final KernelGroup group) {
        return kernel.install(group, groups.highest(slot), words.passed(slot), lastPsn[slot]);
    }

    private void leave(final long nowNs, final int slot, final String why) {
        withdraw(nowNs, slot);
        events.leftKernel(mft.mcstId(slot), why);
    }

    private void withdraw(final long nowNs, final int slot) {
        residents.withdraw(nowNs, slot);
        state[slot] = USER;
        if (nowNs - sinceNs[slot] > settings.longestHoldOffNs()) {
            holds.forgive(slot);
        }
    }

    private void stay(final int slot) {
        due.end(slot);
        state[slot] = USER;
    }
}
