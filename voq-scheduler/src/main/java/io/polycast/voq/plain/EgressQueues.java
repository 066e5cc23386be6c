package io.polycast.voq.plain;

import io.polycast.voq.Refusal;
import io.polycast.voq.list.IndexList;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Egress queues of a plain switch: one FIFO of each port and priority, strict priority among those of
 * a port that are not paused.
 *
 * <p>A frame is a handle with its length. Frames are marked (ECN) as they join their queue. Bytes are
 * also counted by ingress port and priority: beyond STOP the sender behind that ingress must be paused,
 * until GO is reached ({@link #pollPause}). A port's own pauses come in by {@link #pause}.
 *
 * <p>Every method takes constant time, but that {@link #take} passes over priorities. Nothing allocates
 * after construction. One thread only.
 */
public final class EgressQueues {
    /** Answer of {@link #take} and {@link #pollPause}. */
    public static final long NONE = -1;

    /** Answer of {@link #offer}: the frame is queued, and its ECN bits are to say congested. */
    public static final int MARKED = 1;

    /** For {@link #offer}: the switch has made the frame itself, and no sender is stopped for it. */
    public static final int OWN = -1;

    private final QueueSettings settings;
    private final SplittableRandom random;

    /** Cells of frames: handle, bytes, ingress key, next cell. */
    private final long[] handle;

    private final int[] length;
    private final int[] ingress;
    private final int[] next;
    private int free;

    /** By port * priorities + priority. */
    private final int[] first;

    private final int[] last;
    private final int[] bytes;
    private final long[] pausedUntil;
    private final int[] heldFrom;
    private final boolean[] stopped;
    private final IndexList changed;
    private long marked;

    /**
     * @param settings sizes
     */
    public EgressQueues(final QueueSettings settings) {
        this.settings = settings;
        random = new SplittableRandom(settings.seed());
        handle = new long[settings.frames()];
        length = new int[settings.frames()];
        ingress = new int[settings.frames()];
        next = new int[settings.frames()];
        for (int cell = 0; cell < next.length; cell++) {
            next[cell] = cell + 1 < next.length ? cell + 1 : IndexList.NONE;
        }
        final int queues = Math.multiplyExact(settings.ports(), settings.priorities());
        first = new int[queues];
        Arrays.fill(first, IndexList.NONE);
        last = new int[queues];
        bytes = new int[queues];
        pausedUntil = new long[queues];
        Arrays.fill(pausedUntil, Long.MIN_VALUE);
        heldFrom = new int[queues];
        stopped = new boolean[queues];
        changed = new IndexList(queues);
    }

    /**
     * Queues a frame.
     *
     * @param from ingress port, or {@link #OWN}
     * @param to egress port
     * @param priority of the frame
     * @param size bytes, at least 1
     * @param of handle, not negative
     * @return {@link Refusal#OK} or {@link #MARKED}; or the code of UNKNOWN_VOQ, BAD_LENGTH or
     *     QUEUE_FULL: nothing has changed
     */
    public int offer(
            final int from, final int to, final int priority, final int size, final long of) {
        if (from != OWN && !isQueue(from, priority) || !isQueue(to, priority)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        if (size < 1) {
            return Refusal.BAD_LENGTH.code();
        }
        final int queue = queue(to, priority);
        if (size > settings.bytes() - bytes[queue] || free == IndexList.NONE) {
            return Refusal.QUEUE_FULL.code();
        }
        final boolean mark = isMarked(bytes[queue]);
        final int cell = free;
        free = next[cell];
        handle[cell] = of;
        length[cell] = size;
        ingress[cell] = from == OWN ? IndexList.NONE : queue(from, priority);
        next[cell] = IndexList.NONE;
        if (first[queue] == IndexList.NONE) {
            first[queue] = cell;
        } else {
            next[last[queue]] = cell;
        }
        last[queue] = cell;
        bytes[queue] += size;
        count(ingress[cell], size);
        if (mark) {
            marked++;
        }
        return mark ? MARKED : Refusal.OK;
    }

    /**
     * Takes the next frame of a port: of the highest priority that is not paused.
     *
     * @param now in ticks
     * @param port of the switch
     * @return handle of the frame, or {@link #NONE}
     */
    public long take(final long now, final int port) {
        for (int priority = settings.priorities() - 1; priority >= 0; priority--) {
            final int queue = queue(port, priority);
            if (first[queue] != IndexList.NONE && pausedUntil[queue] <= now) {
                return remove(queue);
            }
        }
        return NONE;
    }

    /**
     * The other end of a port pauses a priority, or ends its pause.
     *
     * @param port of the switch
     * @param priority that is paused
     * @param until tick at which the pause ends; one that has passed ends it now
     * @return {@link Refusal#OK}, or the code of UNKNOWN_VOQ
     */
    public int pause(final int port, final int priority, final long until) {
        if (!isQueue(port, priority)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        pausedUntil[queue(port, priority)] = until;
        return Refusal.OK;
    }

    /**
     * A frame waits in front of the switch, or waits no longer: its bytes count for its ingress.
     *
     * @param from ingress port
     * @param priority of the frame
     * @param size bytes, at least 1
     * @param on whether it waits
     * @return {@link Refusal#OK}; or the code of UNKNOWN_VOQ or BAD_LENGTH: nothing has changed
     */
    public int hold(final int from, final int priority, final int size, final boolean on) {
        if (!isQueue(from, priority)) {
            return Refusal.UNKNOWN_VOQ.code();
        }
        if (size < 1 || !on && size > heldFrom[queue(from, priority)]) {
            return Refusal.BAD_LENGTH.code();
        }
        count(queue(from, priority), on ? size : -size);
        return Refusal.OK;
    }

    /**
     * @param now in ticks
     * @param port of the switch
     * @param priority of the port
     * @return whether its frames must wait
     */
    public boolean isPaused(final long now, final int port, final int priority) {
        return pausedUntil[queue(port, priority)] > now;
    }

    /**
     * Names an ingress and priority whose sender must be told to stop or to go.
     *
     * @return see {@link #pausePort}, {@link #pausePriority} and {@link #isStop}; or {@link #NONE}
     */
    public long pollPause() {
        final int key = changed.first();
        if (key == IndexList.NONE) {
            return NONE;
        }
        changed.remove(key);
        final int port = key / settings.priorities();
        return (long) port << 16 | (key % settings.priorities()) << 1 | (stopped[key] ? 1 : 0);
    }

    /**
     * @param change that {@link #pollPause} answered
     * @return ingress port
     */
    public static int pausePort(final long change) {
        return (int) (change >>> 16);
    }

    /**
     * @param change that {@link #pollPause} answered
     * @return priority
     */
    public static int pausePriority(final long change) {
        return (int) (change >>> 1) & 7;
    }

    /**
     * @param change that {@link #pollPause} answered
     * @return whether the sender must stop, rather than go
     */
    public static boolean isStop(final long change) {
        return (change & 1) != 0;
    }

    /**
     * @param port of the switch
     * @param priority of the port
     * @return bytes in its queue
     */
    public int bytes(final int port, final int priority) {
        return bytes[queue(port, priority)];
    }

    /**
     * @return frames marked since the start
     */
    public long marked() {
        return marked;
    }

    private long remove(final int queue) {
        final int cell = first[queue];
        first[queue] = next[cell];
        bytes[queue] -= length[cell];
        count(ingress[cell], -length[cell]);
        next[cell] = free;
        free = cell;
        return handle[cell];
    }

    private void count(final int key, final int size) {
        if (key == IndexList.NONE) {
            return;
        }
        heldFrom[key] += size;
        if ((settings.pfc().priorities() >> key % settings.priorities() & 1) == 0) {
            return;
        }
        final boolean stop = stopped[key];
        if (!stop && heldFrom[key] >= settings.pfc().stop()
                || stop && heldFrom[key] <= settings.pfc().go()) {
            stopped[key] = !stop;
            // A change that is taken back before it was told need not be told.
            changed.set(key, !changed.contains(key));
        }
    }

    private boolean isMarked(final int backlog) {
        final EcnSettings ecn = settings.ecn();
        if (backlog <= ecn.low()) {
            return false;
        }
        if (backlog >= ecn.high()) {
            return true;
        }
        final long chance = (long) (backlog - ecn.low()) * ecn.maxPercent();
        return random.nextLong(100L * (ecn.high() - ecn.low())) < chance;
    }

    private boolean isQueue(final int port, final int priority) {
        return port >= 0
                && port < settings.ports()
                && priority >= 0
                && priority < settings.priorities();
    }

    private int queue(final int port, final int priority) {
        return port * settings.priorities() + priority;
    }
}
