package io.polycast.core.offload;

import io.polycast.mft.table.Mft;
import java.util.Arrays;

/** The groups that the kernel serves, in the order in which their words are read. */
final class OffloadedSlots {
    private final int[] slots;
    private final int[] positions;
    private int size;
    private int turn;

    OffloadedSlots(final int maxGroups) {
        slots = new int[maxGroups];
        positions = new int[maxGroups];
        Arrays.fill(positions, Mft.NONE);
    }

    int size() {
        return size;
    }

    boolean has(final int slot) {
        return positions[slot] != Mft.NONE;
    }

    int at(final int position) {
        return slots[position];
    }

    void add(final int slot) {
        positions[slot] = size;
        slots[size++] = slot;
    }

    void remove(final int slot) {
        final int position = positions[slot];
        positions[slot] = Mft.NONE;
        size--;
        if (position != size) {
            slots[position] = slots[size];
            positions[slots[position]] = position;
        }
    }

    /** The one whose turn it is; there must be one. */
    int next() {
        if (turn >= size) {
            turn = 0;
        }
        return slots[turn++];
    }
}
