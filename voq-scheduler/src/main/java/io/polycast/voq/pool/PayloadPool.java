package io.polycast.voq.pool;

import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;

/**
 * Payloads of a port: linked units of 256 bytes, in one pool that lossy lanes share and one of each
 * lossless lane. The number of a payload is that of its first unit, and the tag of a cached packet is
 * the number of its unit.
 *
 * <p>A payload is released with its last reference. Units are only counted here; where the bytes lie
 * is the caller's matter.
 */
public final class PayloadPool {
    /** No unit. */
    public static final int NONE = -1;

    private final Lanes lanes;
    private final PayloadSettings settings;
    private final int[] next;
    private final int[] last;
    private final int[] units;
    private final int[] references;
    private final byte[] lane;
    private final long[] handle;

    /** Units held, by pool: 0 is the shared one, 1 + lane that of a lossless lane. */
    private final int[] held;

    private int firstFree;
    private long stopped;

    /**
     * @param lanes of the port
     * @param settings sizes
     */
    public PayloadPool(final Lanes lanes, final PayloadSettings settings) {
        this.lanes = lanes;
        this.settings = settings;
        final int capacity = settings.shared() + lanes.losslessCount() * settings.exclusive();
        next = new int[capacity];
        last = new int[capacity];
        units = new int[capacity];
        references = new int[capacity];
        lane = new byte[capacity];
        handle = new long[capacity];
        held = new int[1 + lanes.count()];
        for (int unit = 0; unit < capacity; unit++) {
            next[unit] = unit + 1 < capacity ? unit + 1 : NONE;
        }
        firstFree = capacity == 0 ? NONE : 0;
    }

    /**
     * Takes units for a payload, with one reference.
     *
     * @param onLane that the frame is held on
     * @param count units, at least 1
     * @param of handle by which the caller knows the payload
     * @return number of the payload, or the code of a {@link Refusal}: no unit was taken
     */
    public int take(final int onLane, final int count, final long of) {
        if (onLane < 0 || onLane >= lanes.count()) {
            return Refusal.UNKNOWN_LANE.code();
        }
        if (count < 1) {
            return Refusal.BAD_LENGTH.code();
        }
        final int pool = pool(onLane);
        final int bound = pool == 0 ? settings.shared() : settings.exclusive();
        if (count > bound - held[pool]) {
            return Refusal.PAYLOAD_FULL.code();
        }
        final int first = firstFree;
        int end = first;
        for (int i = 1; i < count; i++) {
            end = next[end];
        }
        firstFree = next[end];
        next[end] = NONE;
        last[first] = end;
        units[first] = count;
        references[first] = 1;
        lane[first] = (byte) onLane;
        handle[first] = of;
        held[pool] += count;
        if (pool != 0 && held[pool] >= settings.stop()) {
            stopped |= 1L << onLane;
        }
        return first;
    }

    /**
     * @param payload that is held
     * @param count references to add
     */
    public void retain(final int payload, final int count) {
        references[payload] += count;
    }

    /**
     * Gives one reference back.
     *
     * @param payload that is held
     * @return whether it was the last: {@link #free} is due
     */
    public boolean release(final int payload) {
        return --references[payload] == 0;
    }

    /**
     * Gives the units back.
     *
     * @param payload without references
     */
    public void free(final int payload) {
        final int onLane = lane[payload];
        final int pool = pool(onLane);
        held[pool] -= units[payload];
        units[payload] = 0;
        next[last[payload]] = firstFree;
        firstFree = payload;
        if (pool != 0 && held[pool] <= settings.go()) {
            stopped &= ~(1L << onLane);
        }
    }

    /**
     * @param unit of a payload
     * @return the unit behind it, or {@link #NONE}
     */
    public int nextUnit(final int unit) {
        return next[unit];
    }

    /**
     * @param payload that is held
     * @return its units
     */
    public int units(final int payload) {
        return units[payload];
    }

    /**
     * @param payload that is held
     * @return handle that the caller gave
     */
    public long handle(final int payload) {
        return handle[payload];
    }

    /**
     * @param onLane of the port, in [0, lanes)
     * @return units held in the pool of that lane
     */
    public int held(final int onLane) {
        return held[pool(onLane)];
    }

    /**
     * @return lossless lanes whose sender must wait, as bits: a lane that reached STOP, until it is
     *     down to GO
     */
    public long stopped() {
        return stopped;
    }

    /**
     * @return units of all pools
     */
    public int capacity() {
        return next.length;
    }

    private int pool(final int onLane) {
        return lanes.isLossless(onLane) ? 1 + onLane : 0;
    }
}
