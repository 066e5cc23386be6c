package io.polycast.xdp.fastpath;

import io.polycast.xdp.sys.SysException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Slots of the group words: fresh, in use, or given back but perhaps still read by a program that began
 * before. The last become fresh once the kernel has let all such programs end.
 */
final class Slots {
    private enum State {
        FRESH,
        IN_USE,
        GIVEN_BACK
    }

    private final PortSets sets;
    private final State[] states;
    private final long[] ports;
    private final Deque<Integer> fresh = new ArrayDeque<>();
    private final Deque<Integer> givenBack = new ArrayDeque<>();

    Slots(final int count, final PortSets sets) {
        this.sets = sets;
        states = new State[count];
        ports = new long[count];
        for (int slot = 0; slot < count; slot++) {
            states[slot] = State.FRESH;
            fresh.add(slot);
        }
    }

    /** A fresh slot, for which the kernel may have to be waited for; or -1. */
    int take() throws SysException {
        if (fresh.isEmpty()) {
            await();
        }
        if (fresh.isEmpty()) {
            return -1;
        }
        final int slot = fresh.remove();
        states[slot] = State.IN_USE;
        return slot;
    }

    /** Nothing has seen the slot: it is fresh again. */
    void putBack(final int slot) {
        states[slot] = State.FRESH;
        fresh.addFirst(slot);
    }

    /** The slot holds on to the map of its ports. */
    void uses(final int slot, final long portSet) {
        ports[slot] = portSet;
    }

    boolean isInUse(final int slot) {
        return slot >= 0 && slot < states.length && states[slot] == State.IN_USE;
    }

    /** The kernel's hash does not lead here any more. */
    void giveBack(final int slot) {
        states[slot] = State.GIVEN_BACK;
        givenBack.add(slot);
    }

    /** Waits until slots that were given back are fresh, if there are any. */
    void await() throws SysException {
        if (!givenBack.isEmpty()) {
            sets.await();
            while (!givenBack.isEmpty()) {
                final int slot = givenBack.remove();
                states[slot] = State.FRESH;
                sets.leave(ports[slot]);
                fresh.add(slot);
            }
        }
    }
}
