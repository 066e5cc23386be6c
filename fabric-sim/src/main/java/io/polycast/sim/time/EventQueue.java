package io.polycast.sim.time;

import java.util.Arrays;

/**
 * Events by time, those of equal time in the order in which they were added: a heap with four children
 * a node over arrays of primitives. A time may be any long, in any unit. An event is a long that only
 * its owner understands.
 *
 * <p>Events that come in the order of their times, as the frames of one link do, may wait in a {@link
 * Lane}. The heap then holds only the first event of the lane, and stays small.
 */
public final class EventQueue {
    private static final int FIRST_CAPACITY = 1024;

    /** Bits of a lane's number beside the running number of an event. */
    private static final int LANE_BITS = 20;

    private static final int LANE_MASK = (1 << LANE_BITS) - 1;

    /** Times apart from the rest: the four that a step down compares lie together. */
    private long[] times = new long[FIRST_CAPACITY];

    /** Pairs of running number with lane, and event, at twice the place of their time. */
    private long[] tails = new long[2 * FIRST_CAPACITY];

    /** By number; number 0 stands for no lane. */
    private Lane[] lanes = new Lane[1];

    private int laneCount = 1;
    private int size;
    private int waiting;
    private long added;

    /** Empty. */
    public EventQueue() {}

    /**
     * Events of one origin, most of which come in the order of their times. Those that do not go past
     * the lane.
     */
    public final class Lane {
        private final int number;
        private long[] ring = new long[3 * 16];
        private int head;
        private int count;
        private long lastTime = Long.MIN_VALUE;

        /** Whether the heap holds an event of this lane, which is then its first. */
        private boolean busy;

        private Lane(final int number) {
            this.number = number;
        }

        /**
         * Adds an event.
         *
         * @param time that orders it
         * @param event to hand out then
         */
        public void add(final long time, final long event) {
            if (busy && time >= lastTime) {
                append(time, added++ << LANE_BITS | number, event);
                lastTime = time;
            } else if (busy) {
                EventQueue.this.add(time, event);
            } else {
                busy = true;
                lastTime = time;
                push(time, added++ << LANE_BITS | number, event);
            }
        }

        private void append(final long time, final long key, final long event) {
            if (3 * count == ring.length) {
                grow();
            }
            int at = head + 3 * count;
            at -= at >= ring.length ? ring.length : 0;
            ring[at] = time;
            ring[at + 1] = key;
            ring[at + 2] = event;
            count++;
            waiting++;
        }

        private void grow() {
            final long[] larger = new long[2 * ring.length];
            System.arraycopy(ring, head, larger, 0, ring.length - head);
            System.arraycopy(ring, 0, larger, ring.length - head, head);
            ring = larger;
            head = 0;
        }

        /** The first event has been handed out: the next takes its place at the root. */
        private void advance() {
            final int at = head;
            head = at + 3 == ring.length ? 0 : at + 3;
            count--;
            waiting--;
            sink(ring[at], ring[at + 1], ring[at + 2]);
        }
    }

    /**
     * A lane of its own for one origin of events.
     *
     * @return the lane
     * @throws IllegalStateException when there are 2^20 - 1 lanes already
     */
    public Lane lane() {
        if (laneCount > LANE_MASK) {
            throw new IllegalStateException(LANE_MASK + " lanes are in use");
        }
        if (laneCount == lanes.length) {
            lanes = Arrays.copyOf(lanes, 2 * laneCount);
        }
        lanes[laneCount] = new Lane(laneCount);
        return lanes[laneCount++];
    }

    /** Whether no event waits. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Events that wait. */
    public int size() {
        return size + waiting;
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
        push(time, added++ << LANE_BITS, event);
    }

    private void push(final long time, final long key, final long event) {
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
        put(position, time, key, event);
    }

    /** Takes the next event; only when one waits. */
    public long poll() {
        final long event = tails[1];
        final int number = (int) tails[0] & LANE_MASK;
        if (number != 0) {
            final Lane lane = lanes[number];
            if (lane.count > 0) {
                lane.advance();
                return event;
            }
            lane.busy = false;
        }
        size--;
        if (size > 0) {
            sink(times[size], tails[2 * size], tails[2 * size + 1]);
        }
        return event;
    }

    /** Puts an event at the root, which is free, and lets it sink to its place. */
    private void sink(final long time, final long key, final long event) {
        int position = 0;
        while (true) {
            final int first = 4 * position + 1;
            if (first >= size) {
                break;
            }
            final int last = Math.min(first + 4, size);
            int least = first;
            long leastTime = times[first];
            for (int child = first + 1; child < last; child++) {
                final long childTime = times[child];
                if (childTime < leastTime
                        || childTime == leastTime && tails[2 * child] < tails[2 * least]) {
                    least = child;
                    leastTime = childTime;
                }
            }
            if (time < leastTime || time == leastTime && key < tails[2 * least]) {
                break;
            }
            move(least, position);
            position = least;
        }
        put(position, time, key, event);
    }

    private void move(final int from, final int to) {
        times[to] = times[from];
        tails[2 * to] = tails[2 * from];
        tails[2 * to + 1] = tails[2 * from + 1];
    }

    private void put(final int place, final long time, final long key, final long event) {
        times[place] = time;
        tails[2 * place] = key;
        tails[2 * place + 1] = event;
    }
}
