package io.polycast.mft.table;

import java.util.Map;
import java.util.TreeMap;

/** Allocates runs of consecutive path rows, first fit, and joins freed runs. Control side only. */
final class RowAllocator {
    /** Answer when no run is long enough. */
    static final int NONE = -1;

    private final TreeMap<Integer, Integer> freeLengthByStart = new TreeMap<>();
    private int free;

    RowAllocator(final int rows) {
        freeLengthByStart.put(0, rows);
        free = rows;
    }

    int free() {
        return free;
    }

    int allocate(final int count) {
        for (final Map.Entry<Integer, Integer> run : freeLengthByStart.entrySet()) {
            if (run.getValue() >= count) {
                final int start = run.getKey();
                final int left = run.getValue() - count;
                freeLengthByStart.remove(start);
                if (left > 0) {
                    freeLengthByStart.put(start + count, left);
                }
                free -= count;
                return start;
            }
        }
        return NONE;
    }

    void release(final int start, final int count) {
        int first = start;
        int length = count;
        final Map.Entry<Integer, Integer> before = freeLengthByStart.floorEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            first = before.getKey();
            length += before.getValue();
        }
        final Integer after = freeLengthByStart.remove(start + count);
        if (after != null) {
            length += after;
        }
        freeLengthByStart.put(first, length);
        free += count;
    }
}
