package io.polycast.core.offload;

import io.polycast.mft.table.Mft;

/** Groups that are to move to the kernel, and the time of the next attempt of each. */
final class DueMoves {
    /** Until they move whatever is outstanding. */
    private final DueList forced;

    /** Until the kernel is asked again. */
    private final DueList asking;

    DueMoves(final int maxGroups) {
        forced = new DueList(maxGroups);
        asking = new DueList(maxGroups);
    }

    /** A group moves by a time at the latest; times must not decrease from one call to the next. */
    void begin(final int slot, final long latestNs) {
        forced.add(slot, latestNs);
    }

    /** The kernel is to be asked again; times must not decrease from one call to the next. */
    void askAgain(final int slot, final long atNs) {
        asking.remove(slot);
        asking.add(slot, atNs);
    }

    boolean isAsking(final int slot) {
        return asking.has(slot);
    }

    /** Whether a group moves whatever is outstanding, when its turn comes. */
    boolean isForced(final int slot) {
        return !forced.has(slot);
    }

    /** A group has moved, or does not move. */
    void end(final int slot) {
        forced.remove(slot);
        asking.remove(slot);
    }

    /** A group whose turn has come, those that must move first; or {@link Mft#NONE}. */
    int poll(final long nowNs) {
        final int slot = forced.pollDue(nowNs);
        return slot == Mft.NONE ? asking.pollDue(nowNs) : slot;
    }

    long nextNs() {
        return Math.min(forced.nextNs(), asking.nextNs());
    }
}
