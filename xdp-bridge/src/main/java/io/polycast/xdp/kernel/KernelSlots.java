package io.polycast.xdp.kernel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * States of the kernel slots. A slot is fresh, in use, withdrawn or settled. A program that began before the
 * withdrawal may still read a withdrawn slot; no such program is left for a settled slot. Changed under the
 * lock of {@link KernelReplication}.
 */
final class KernelSlots {
    private static final int FRESH = 0;
    private static final int IN_USE = 1;
    private static final int WITHDRAWN = 2;
    private static final int SETTLED = 3;

    private final int groups;
    private final AtomicIntegerArray states;
    private final long[] ports;
    private final Deque<Integer> fresh = new ArrayDeque<>();
    private final Deque<Integer> withdrawn = new ArrayDeque<>();
    private int inUse;

    /**
     * @param count of slots
     * @param groups most in use at a time
     */
    KernelSlots(final int count, final int groups) {
        this.groups = groups;
        states = new AtomicIntegerArray(count);
        ports = new long[count];
        for (int slot = 0; slot < count; slot++) {
            fresh.add(slot);
        }
    }

    boolean isFull() {
        return inUse == groups;
    }

    /** A fresh slot, or -1 while all others are to settle. */
    int take(final long portSet) {
        final Integer slot = fresh.poll();
        if (slot == null) {
            return -1;
        }
        ports[slot] = portSet;
        states.set(slot, IN_USE);
        inUse++;
        return slot;
    }

    boolean isInUse(final int slot) {
        return slot >= 0 && slot < states.length() && states.get(slot) == IN_USE;
    }

    /** The kernel's hash does not lead here any more; its ports, for whose map it still stands. */
    long withdraw(final int slot) {
        states.set(slot, WITHDRAWN);
        inUse--;
        withdrawn.add(slot);
        return ports[slot];
    }

    /** Any thread may ask. */
    boolean isSettled(final int slot) {
        return states.get(slot) == SETTLED;
    }

    /** Its ports, for whose map nobody else stands. */
    long giveBack(final int slot) {
        states.set(slot, FRESH);
        fresh.add(slot);
        return ports[slot];
    }

    /** Nothing has seen the slot. */
    long putBack(final int slot) {
        inUse--;
        return giveBack(slot);
    }

    int withdrawn() {
        return withdrawn.size();
    }

    /** The first that were withdrawn: all programs that began before have ended. */
    void settle(final int count) {
        for (int n = 0; n < count; n++) {
            states.set(withdrawn.remove(), SETTLED);
        }
    }
}
