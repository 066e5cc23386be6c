package io.polycast.core.cepheus.silence;

import java.util.Arrays;

/**
 * At most one deadline per group, earliest first: a binary heap over primitive arrays. Deadlines
 * are compared by subtraction, so that a clock that wraps is harmless.
 */
final class DeadlineHeap {
    private static final int ABSENT = -1;

    private final long[] deadlineNs;
    private final int[] slots;
    private final int[] positionOfSlot;
    private int size;

    DeadlineHeap(final int maxSlots) {
        deadlineNs = new long[maxSlots];
        slots = new int[maxSlots];
        positionOfSlot = new int[maxSlots];
        Arrays.fill(positionOfSlot, ABSENT);
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean contains(final int slot) {
        return positionOfSlot[slot] != ABSENT;
    }

    long earliestNs() {
        return deadlineNs[0];
    }

    int earliestSlot() {
        return slots[0];
    }

    void set(final int slot, final long atNs) {
        remove(slot);
        place(size, atNs, slot);
        rise(size++);
    }

    void remove(final int slot) {
        final int position = positionOfSlot[slot];
        if (position == ABSENT) {
            return;
        }
        positionOfSlot[slot] = ABSENT;
        size--;
        if (position != size) {
            place(position, deadlineNs[size], slots[size]);
            sink(position);
            rise(position);
        }
    }

    private void rise(final int from) {
        int position = from;
        while (position > 0) {
            final int parent = position - 1 >> 1;
            if (deadlineNs[parent] - deadlineNs[position] <= 0) {
                return;
            }
            swap(parent, position);
            position = parent;
        }
    }

    private void sink(final int from) {
        int position = from;
        while (true) {
            int least = position;
            for (int child = 2 * position + 1; child <= 2 * position + 2 && child < size; child++) {
                if (deadlineNs[child] - deadlineNs[least] < 0) {
                    least = child;
                }
            }
            if (least == position) {
                return;
            }
            swap(least, position);
            position = least;
        }
    }

    private void swap(final int a, final int b) {
        final long atNs = deadlineNs[a];
        final int slot = slots[a];
        place(a, deadlineNs[b], slots[b]);
        place(b, atNs, slot);
    }

    private void place(final int position, final long atNs, final int slot) {
        deadlineNs[position] = atNs;
        slots[position] = slot;
        positionOfSlot[slot] = position;
    }
}
