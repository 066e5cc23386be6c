package io.polycast.sim.time;

import java.util.Arrays;

/**
 * Events by time, those of equal time in the order in which they were added: a heap with four children
 * a node over one array of primitives. An event is a long that only its owner understands.
 */
public final class EventQueue {
    /** Latest time, in ns: 2.4 hours. */
    public static final long MAX_NS = 1L << 43;

    private static final int SEQUENCE_BITS = 20;
    private static final long SEQUENCE_MASK = (1 << SEQUENCE_BITS) - 1;

    /** Pairs of key and event; the key is the time and, below it, a running number. */
    private long[] heap = new long[2 * 1024];

    private int size;
    private long sequence;

    /** Empty. */
    public EventQueue() {}

    /** Whether no event waits. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Events that wait. */
    public int size() {
        return size;
    }

    /** Time of the next event, in ns; only when one waits. */
    public long nextNs() {
        return heap[0] >>> SEQUENCE_BITS;
    }

    /**
     * Adds an event.
     *
     * @param atNs time, in [0, {@link #MAX_NS})
     * @param event to hand out then
     */
    public void add(final long atNs, final long event) {
        if (atNs < 0 || atNs >= MAX_NS) {
            throw new IllegalArgumentException("event at " + atNs + " ns");
        }
        if (2 * size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heap.length);
        }
        final long key = atNs << SEQUENCE_BITS | sequence++ & SEQUENCE_MASK;
        int position = size++;
        while (position > 0) {
            final int parent = position - 1 >> 2;
            if (heap[2 * parent] <= key) {
                break;
            }
            heap[2 * position] = heap[2 * parent];
            heap[2 * position + 1] = heap[2 * parent + 1];
            position = parent;
        }
        heap[2 * position] = key;
        heap[2 * position + 1] = event;
    }

    /** Takes the next event; only when one waits. */
    public long poll() {
        final long event = heap[1];
        size--;
        if (size > 0) {
            sink(heap[2 * size], heap[2 * size + 1]);
        }
        return event;
    }

    private void sink(final long key, final long event) {
        final long[] h = heap;
        int position = 0;
        while (true) {
            final int first = 4 * position + 1;
            if (first >= size) {
                break;
            }
            final int last = Math.min(first + 4, size);
            int least = first;
            for (int child = first + 1; child < last; child++) {
                if (h[2 * child] < h[2 * least]) {
                    least = child;
                }
            }
            if (h[2 * least] >= key) {
                break;
            }
            h[2 * position] = h[2 * least];
            h[2 * position + 1] = h[2 * least + 1];
            position = least;
        }
        h[2 * position] = key;
        h[2 * position + 1] = event;
    }
}
