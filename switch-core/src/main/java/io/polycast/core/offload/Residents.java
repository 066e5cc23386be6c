package io.polycast.core.offload;

import io.polycast.mft.table.Mft;
import io.polycast.parser.kernel.KernelTable;

/**
 * Groups that the kernel serves, and groups whose slots programs may still write to. Keeps the
 * order in which their words are read, and the group that is idle longest.
 */
final class Residents {
    private static final int MOST_AT_A_TIME = 256;
    private static final int MOST_IDLE_AT_A_TIME = 8;

    /** Looks at a group in the time after which its exchange may be over, at least. */
    private static final int LOOKS = 3;

    private final KernelTable kernel;
    private final KernelWords words;
    private final QuietGroups quiet;
    private final OffloadSettings settings;
    private final OffloadedSlots offloaded;
    private final LeavingSlots leaving;

    /** Those served, until they count as idle: in order of their last data. */
    private final DueList idle;

    /** The same, until their exchange may be over. */
    private final DueList resting;

    Residents(
            final Mft mft,
            final KernelTable kernel,
            final KernelWords words,
            final QuietGroups quiet,
            final OffloadSettings settings) {
        this.kernel = kernel;
        this.words = words;
        this.quiet = quiet;
        this.settings = settings;
        offloaded = new OffloadedSlots(mft.maxGroups());
        leaving = new LeavingSlots(mft.maxGroups());
        idle = new DueList(mft.maxGroups());
        resting = new DueList(mft.maxGroups());
    }

    /** How many are served. */
    int size() {
        return offloaded.size();
    }

    int at(final int position) {
        return offloaded.at(position);
    }

    /** A group's slot is published. */
    void enter(final long nowNs, final int slot) {
        offloaded.add(slot);
        touch(nowNs, slot);
    }

    /** A group leaves; the kernel's words are taken over. */
    void withdraw(final long nowNs, final int slot) {
        kernel.withdraw(words.kernelSlot(slot));
        words.syncAll(nowNs, slot);
        offloaded.remove(slot);
        idle.remove(slot);
        resting.remove(slot);
        leaving.add(slot);
    }

    /** Whether frames that the kernel sees of a group count for its feedback. */
    boolean isFollowed(final int slot) {
        return offloaded.has(slot) || leaving.isFollowed(slot);
    }

    /** It has left a slot that has not settled. */
    boolean isLeaving(final int slot) {
        return leaving.has(slot);
    }

    boolean areLeaving() {
        return leaving.first() != Mft.NONE;
    }

    /** The group that left or its source is another now. */
    void unfollow(final int slot) {
        leaving.unfollow(slot);
    }

    /**
     * Takes over the kernel's words of a group, if it is one of these.
     *
     * @return whether the group has to leave: nobody knows when the data came
     */
    boolean sync(final long nowNs, final int slot) {
        if (offloaded.has(slot)) {
            final boolean isLate = isLate(nowNs, slot);
            return words.sync(nowNs, slot) && touch(nowNs, slot, isLate);
        }
        if (leaving.isFollowed(slot)) {
            words.sync(nowNs, slot);
        }
        return false;
    }

    /** As {@link #sync}, copies too. */
    boolean refresh(final long nowNs, final int slot) {
        if (offloaded.has(slot)) {
            final boolean isLate = isLate(nowNs, slot);
            return words.syncAll(nowNs, slot) && touch(nowNs, slot, isLate);
        }
        if (leaving.isFollowed(slot)) {
            words.syncAll(nowNs, slot);
        }
        return false;
    }

    /** Data since the last look may be as old as that, and the exchange over sooner than its time tells. */
    private boolean isLate(final long nowNs, final int slot) {
        return nowNs - words.seenNs(slot) > settings.exchangeIdleNs() / LOOKS;
    }

    private boolean touch(final long nowNs, final int slot, final boolean isLate) {
        touch(nowNs, slot);
        return isLate;
    }

    private void touch(final long nowNs, final int slot) {
        idle.remove(slot);
        idle.add(slot, nowNs + settings.idleNs());
        resting.remove(slot);
        resting.add(slot, nowNs + settings.exchangeIdleNs());
    }

    /** When the next exchange may be over, in ns, or {@link Long#MAX_VALUE}. */
    long nextRestNs() {
        return resting.nextNs();
    }

    /** A group whose exchange may be over, or {@link Mft#NONE}: quiet or not. Looks at a few. */
    int pollRested(final long nowNs) {
        for (int n = 0; n < MOST_IDLE_AT_A_TIME; n++) {
            final int slot = resting.pollDue(nowNs);
            if (slot == Mft.NONE) {
                return slot;
            }
            final boolean isLate = isLate(nowNs, slot);
            if (!words.sync(nowNs, slot) || isLate) {
                return slot;
            }
            // The round had not come here since.
            touch(nowNs, slot);
        }
        return Mft.NONE;
    }

    /** How many a round looks at. */
    int roundLength() {
        return Math.min(MOST_AT_A_TIME, offloaded.size());
    }

    /** The next of those that are served. */
    int next() {
        return offloaded.next();
    }

    /** Slots that have settled, with a last look at them. */
    void giveBack(final long nowNs) {
        int slot = leaving.first();
        for (int n = 0; n < MOST_AT_A_TIME && slot != Mft.NONE; n++) {
            if (!kernel.isSettled(words.kernelSlot(slot))) {
                return;
            }
            if (leaving.isFollowed(slot)) {
                words.syncAll(nowNs, slot);
            } else {
                words.count(slot);
            }
            kernel.giveBack(words.kernelSlot(slot));
            leaving.removeFirst();
            slot = leaving.first();
        }
    }

    /**
     * The group that is idle longest, or {@link Mft#NONE}. Looks at a few; one to which something is owed
     * is asked again later.
     */
    int pollIdle(final long nowNs) {
        for (int n = 0; n < MOST_IDLE_AT_A_TIME; n++) {
            final int slot = idle.pollDue(nowNs);
            if (slot == Mft.NONE) {
                return Mft.NONE;
            }
            // The round may not have come here since.
            if (!words.sync(nowNs, slot) && quiet.has(slot)) {
                return slot;
            }
            idle.add(slot, nowNs + settings.idleNs());
        }
        return Mft.NONE;
    }
}
