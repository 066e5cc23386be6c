package io.polycast.voq.replicate;

import io.polycast.voq.FabricDefaults;
import io.polycast.voq.Refusal;

/**
 * Multicast table (MCBC): from a multicast ID to the legs of its copies at this port, at most eight. A
 * leg is an egress, and whether a host is behind it or a surrogate.
 */
public final class Mcbc {
    private final int[] legs;
    private final byte[] counts;

    /**
     * @param ids multicast IDs are in [0, ids)
     */
    public Mcbc(final int ids) {
        legs = new int[Math.multiplyExact(ids, FabricDefaults.COPIES)];
        counts = new byte[ids];
    }

    /**
     * @param egress number of it, not negative
     * @param lastHop whether a host is behind it
     * @return the leg
     */
    public static int leg(final int egress, final boolean lastHop) {
        return egress << 1 | (lastHop ? 1 : 0);
    }

    /**
     * @param leg made by {@link #leg(int, boolean)}
     * @return number of the egress
     */
    public static int egress(final int leg) {
        return leg >>> 1;
    }

    /**
     * @param leg made by {@link #leg(int, boolean)}
     * @return whether a host is behind it
     */
    public static boolean isLastHop(final int leg) {
        return (leg & 1) != 0;
    }

    /**
     * Replaces the legs of a multicast ID. Frames that are held keep theirs.
     *
     * @param id in [0, ids)
     * @param to legs in order; not kept
     * @param count of them, in [0, 8]
     * @return {@link Refusal#OK}, or the code of {@link Refusal#NO_COPIES} for an unknown ID or of
     *     {@link Refusal#TOO_MANY_COPIES}: nothing has changed
     */
    public int set(final int id, final int[] to, final int count) {
        if (id < 0 || id >= counts.length) {
            return Refusal.NO_COPIES.code();
        }
        if (count < 0 || count > FabricDefaults.COPIES) {
            return Refusal.TOO_MANY_COPIES.code();
        }
        System.arraycopy(to, 0, legs, id * FabricDefaults.COPIES, count);
        counts[id] = (byte) count;
        return Refusal.OK;
    }

    /**
     * @param id any number
     * @return legs of this multicast ID; 0 for an unknown one
     */
    public int count(final int id) {
        return id < 0 || id >= counts.length ? 0 : counts[id];
    }

    /**
     * @param id of a multicast
     * @param place in [0, {@link #count})
     * @return the leg at that place
     */
    public int leg(final int id, final int place) {
        return legs[id * FabricDefaults.COPIES + place];
    }
}
