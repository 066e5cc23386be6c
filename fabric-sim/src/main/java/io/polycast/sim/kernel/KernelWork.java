package io.polycast.sim.kernel;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Slow work of the kernel: maps for sets of ports, and the end of programs that may know a withdrawn slot. A
 * helper thread does the work in rounds. A round completes everything that was requested before it began.
 */
final class KernelWork {
    private static final int FREE = 0;
    private static final int USED = 1;
    private static final int WITHDRAWN = 2;
    private static final int SETTLED = 3;

    private final int[] states;
    private final int[] busy;
    private final Set<Long> ready = new HashSet<>();
    private final Set<Long> wanted = new HashSet<>();
    private final Deque<Integer> withdrawn = new ArrayDeque<>();
    private Set<Long> preparing = Set.of();
    private int waiting;
    private int used;
    private int turn;

    KernelWork(final int slots) {
        states = new int[slots];
        busy = new int[slots];
    }

    /** Whether there is a map for a set of ports; if not, it is asked for. */
    boolean isReady(final long ports) {
        if (ready.contains(ports)) {
            return true;
        }
        wanted.add(ports);
        return false;
    }

    int used() {
        return used;
    }

    /** A free slot, or -1. */
    int take() {
        // Round the table, so that a slot rests before it is used again.
        for (int n = 0; n < states.length; n++) {
            turn = (turn + 1) % states.length;
            if (states[turn] == FREE) {
                states[turn] = USED;
                used++;
                return turn;
            }
        }
        return -1;
    }

    void withdraw(final int slot) {
        states[slot] = WITHDRAWN;
        used--;
        withdrawn.add(slot);
    }

    boolean isSettled(final int slot) {
        return states[slot] == SETTLED;
    }

    void giveBack(final int slot) {
        withdrawn.remove(slot);
        states[slot] = FREE;
    }

    /** A program has found a slot and is not done with its frame, or is. */
    void busy(final int slot, final int change) {
        busy[slot] += change;
    }

    boolean isBusy() {
        return Arrays.stream(busy).anyMatch(frames -> frames > 0);
    }

    boolean isAskedFor() {
        return !wanted.isEmpty() || !withdrawn.isEmpty();
    }

    void begin() {
        preparing = Set.copyOf(wanted);
        waiting = withdrawn.size();
    }

    void end() {
        ready.addAll(preparing);
        wanted.removeAll(preparing);
        for (; waiting > 0 && !withdrawn.isEmpty(); waiting--) {
            if (busy[withdrawn.peek()] > 0) {
                return;
            }
            states[withdrawn.remove()] = SETTLED;
        }
    }

    /** The process is gone, and its maps with it. */
    void clear() {
        Arrays.fill(states, FREE);
        Arrays.fill(busy, 0);
        ready.clear();
        wanted.clear();
        withdrawn.clear();
        waiting = 0;
        used = 0;
    }
}
