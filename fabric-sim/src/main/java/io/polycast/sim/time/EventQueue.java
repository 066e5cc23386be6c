package io.polycast.sim.time;

import java.util.Arrays;

/**
 * Events by time, those of equal time in the order in which they were added: a heap with four children
 * a node over arrays of primitives. A time may be any long, in any unit. An event is a long that only
 * its owner understands.
 */
public final class EventQueue {
    private static final int FIRST_CAPACITY = 1024;

    /** Times apart from the rest: the four that a step down compares lie together. */
    private long[] times = new long[FIRST_CAPACITY];

    /** Pairs of running number and event, at twice the place of their time. */
    private long[] tails = new long[2 * FIRST_CAPACITY];

    private int size;
    private long added;

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

    /** Time of the next event; only when one waits. */
    public long nextTime() {
        return times[0];
    }

    /**
     * Adds an event.
     *
     * @param time that orders it
     * @param event to hand out then
     */
    public void add(final long time, final long event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            tails = Arrays.copyOf(tails, 4 * size);
        }
        int position = size++;
        while (position > 0) {
            final int parent = position - 1 >> 2;
            // Of equal times the new one has the highest number, and stays below.
            if (times[parent] <= time) {
                break;
            }
            move(parent, position);
            position = parent;
        }
        put(position, time, added++, event);
    }

    /** Takes the next event; only when one waits. */
    public long poll() {
        final long event = tails[1];
        size--;
        if (size > 0) {
            sink(times[size], tails[2 * size], tails[2 * size + 1]);
        }
        return event;
    }

    private void sink(final long time, final long number, final long event) {
        int position = 0;
        while (true) {
            final int first = 4 * position + 1;
            if (first >= size) {
                break;
            }
            final int last = Math.min(first + 4, size);
            int least = first;
            for (int child = first + 1; child < last; child++) {
                if (isBefore(times[child], tails[2 * child], least)) {
                    least = child;
                }
            }
            if (isBefore(time, number, least)) {
                break;
            }
            move(least, position);
            position = least;
        }
        put(position, time, number, event);
    }

    private boolean isBefore(final long time, final long number, final int place) {
        return time < times[place] || time == times[place] && number < tails[2 * place];
    }

    private void move(final int from, final int to) {
        times[to] = times[from];
        tails[2 * to] = tails[2 * from];
        tails[2 * to + 1] = tails[2 * from + 1];
    }

    private void put(final int place, final long time, final long number, final long event) {
        times[place] = time;
        tails[2 * place] = number;
        tails[2 * place + 1] = event;
    }
}
