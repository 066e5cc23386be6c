package io.polycast.sim.rack.event;

import java.util.Arrays;

/** Numbers of a table's rows: taken and given back in constant time. The table doubles when it is full. */
abstract class Slots {
    private int[] free;
    private int count;
    private int inUse;

    /**
     * @param capacity rows at first
     */
    Slots(final int capacity) {
        free = new int[capacity];
        fill(0);
    }

    /** Makes the columns larger. */
    abstract void grow(int capacity);

    /** Takes a row. */
    final int takeSlot() {
        if (count == 0) {
            final int old = free.length;
            free = Arrays.copyOf(free, 2 * old);
            grow(2 * old);
            fill(old);
        }
        inUse++;
        return free[--count];
    }

    /** Gives a row back. */
    final void freeSlot(final int slot) {
        free[count++] = slot;
        inUse--;
    }

    private void fill(final int from) {
        for (int slot = free.length - 1; slot >= from; slot--) {
            free[count++] = slot;
        }
    }

    /**
     * @return rows in use
     */
    public final int inUse() {
        return inUse;
    }
}
