package io.polycast.voq.pool;

import io.polycast.voq.Refusal;
import io.polycast.voq.lane.Lanes;
import java.util.SplittableRandom;

/**
 * Headers of copies. A header belongs to the pool of the lane on which its copy is injected, from
 * the admission of the copy until its ACK (server-rack fabric, section 4.1). Headers of unicast
 * frames come from a pool of their own, as large as the payload pool has units: a unicast frame never
 * lacks one.
 *
 * <p>Layout: a header has its payload, the next header of its VOQ, and a mark.
 */
public final class HeaderPool {
    /** No header. */
    public static final int NONE = -1;

    private final Lanes lanes;
    private final HeaderSettings settings;
    private final SplittableRandom random;
    private final int[] payload;
    private final int[] next;
    private final byte[] pool;
    private final boolean[] marked;

    /** Headers held, by lane; the last element counts those of unicast frames. */
    private final int[] held;

    private final int lossyTotal;
    private int lossyHeld;
    private int firstFree;

    /**
     * @param lanes of the port
     * @param settings sizes
     * @param unicast headers of unicast frames: units of the payload pool
     * @param seed of the early drops
     */
    public HeaderPool(
            final Lanes lanes, final HeaderSettings settings, final int unicast, final long seed) {
        this.lanes = lanes;
        this.settings = settings;
        random = new SplittableRandom(seed);
        lossyTotal = settings.total() - lanes.losslessCount() * settings.lossless();
        if (lossyTotal < 0) {
            throw new IllegalArgumentException(
                    "total=" + settings.total() + " headers are less than those of lossless lanes");
        }
        final int capacity = settings.total() + unicast;
        payload = new int[capacity];
        next = new int[capacity];
        pool = new byte[capacity];
        marked = new boolean[capacity];
        held = new int[lanes.count() + 1];
        for (int header = 0; header < capacity; header++) {
            next[header] = header + 1 < capacity ? header + 1 : NONE;
        }
        firstFree = capacity == 0 ? NONE : 0;
    }

    /**
     * Decides whether a multicast copy may have a header. A draw of the early drop is spent.
     *
     * @param lane on which the copy is to be injected, in [0, lanes)
     * @return {@link Refusal#OK}, or the code of a {@link Refusal}; on a lossless lane the copy waits
     */
    public int admit(final int lane) {
        if (lanes.isLossless(lane)) {
            return held[lane] < settings.lossless() ? Refusal.OK : Refusal.HEADERS_FULL.code();
        }
        if (held[lane] >= settings.high() || lossyHeld >= lossyTotal) {
            return Refusal.HEADERS_FULL.code();
        }
        if (held[lane] >= settings.low() && random.nextInt(100) < settings.earlyDropPercent()) {
            return Refusal.HEADER_EARLY.code();
        }
        return Refusal.OK;
    }

    /**
     * Takes a header. For a multicast copy {@link #admit} has just answered OK.
     *
     * @param lane on which the copy is to be injected
     * @param unicast whether it is a unicast frame's
     * @param of payload
     * @return the header
     */
    public int take(final int lane, final boolean unicast, final int of) {
        final int header = firstFree;
        firstFree = next[header];
        payload[header] = of;
        next[header] = NONE;
        marked[header] = false;
        final int from = unicast ? lanes.count() : lane;
        pool[header] = (byte) from;
        held[from]++;
        if (!unicast && !lanes.isLossless(lane)) {
            lossyHeld++;
        }
        return header;
    }

    /**
     * Gives a header back.
     *
     * @param header that was taken
     */
    public void free(final int header) {
        final int from = pool[header];
        held[from]--;
        if (from < lanes.count() && !lanes.isLossless(from)) {
            lossyHeld--;
        }
        next[header] = firstFree;
        firstFree = header;
    }

    /**
     * @param header that was taken
     * @return its payload
     */
    public int payload(final int header) {
        return payload[header];
    }

    /**
     * @param header that was taken
     * @return whether it is a unicast frame's
     */
    public boolean isUnicast(final int header) {
        return pool[header] == lanes.count();
    }

    /**
     * @param header that was taken
     * @return the next one of its VOQ, or {@link #NONE}
     */
    public int next(final int header) {
        return next[header];
    }

    /**
     * @param header that was taken
     * @param follower next one of its VOQ, or {@link #NONE}
     */
    public void link(final int header, final int follower) {
        next[header] = follower;
    }

    /**
     * Marks a header, whose frame is to be repeated.
     *
     * @param header that was taken
     * @param mark whether to mark it
     * @return whether this changes anything
     */
    public boolean mark(final int header, final boolean mark) {
        final boolean changes = marked[header] != mark;
        marked[header] = mark;
        return changes;
    }

    /**
     * @param header that was taken
     * @return whether it is marked
     */
    public boolean isMarked(final int header) {
        return marked[header];
    }

    /**
     * @param lane of the port, in [0, lanes)
     * @return headers of multicast copies held in its pool
     */
    public int held(final int lane) {
        return held[lane];
    }

    /**
     * @return headers of unicast frames held
     */
    public int heldUnicast() {
        return held[lanes.count()];
    }
}
