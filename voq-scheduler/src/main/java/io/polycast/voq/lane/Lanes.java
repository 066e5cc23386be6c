package io.polycast.voq.lane;

import io.polycast.voq.Refusal;

/**
 * Virtual lanes (VLs). Each priority has the same number of lanes, its steps: lane = priority * steps
 * + step. A frame comes from a host, and leaves to a host, on step 0. Each injection towards a
 * surrogate raises the step by one. A pool of one lane therefore waits for pools of higher steps, or
 * for a host, and never in a circle (server-rack fabric, section 5).
 *
 * <p>A tree with n levels of surrogates takes n + 1 steps. The paper counts 4 lanes for 4 levels; a
 * fifth is needed, because the surrogates of level 4 would else share step 0 with copies that other
 * trees send to their level 4.
 */
public final class Lanes {
    /** Most lanes of a port: sets of lanes are the bits of a long. */
    public static final int MAX = 64;

    /** Levels of surrogates in the paper's trees. */
    public static final int LEVELS = 4;

    private final int steps;
    private final int count;
    private final long lossless;

    /** By lane: its priority and its step, without a division. */
    private final byte[] priorityOf;

    private final byte[] stepOf;

    /**
     * @param priorities served, at least 1
     * @param steps lanes of each priority: levels of surrogates + 1; priorities * steps is at most
     *     {@link #MAX}
     * @param losslessPriorities bit p is set when priority p is lossless
     */
    public Lanes(final int priorities, final int steps, final int losslessPriorities) {
        if (priorities < 1 || steps < 1 || priorities * steps > MAX) {
            throw new IllegalArgumentException(
                    "priorities="
                            + priorities
                            + " x steps="
                            + steps
                            + " is not in [1, "
                            + MAX
                            + "]");
        }
        this.steps = steps;
        count = priorities * steps;
        priorityOf = new byte[count];
        stepOf = new byte[count];
        long set = 0;
        for (int lane = 0; lane < count; lane++) {
            priorityOf[lane] = (byte) (lane / steps);
            stepOf[lane] = (byte) (lane % steps);
            if ((losslessPriorities >> priorityOf[lane] & 1) != 0) {
                set |= 1L << lane;
            }
        }
        lossless = set;
    }

    /**
     * @return number of lanes
     */
    public int count() {
        return count;
    }

    /**
     * @param lane in [0, count)
     * @return priority of the lane
     */
    public int priority(final int lane) {
        return priorityOf[lane];
    }

    /**
     * @param priority of a frame that comes from a host
     * @return its lane, or the code of {@link Refusal#UNKNOWN_LANE}
     */
    public int first(final int priority) {
        return priority < 0 || priority >= count / steps
                ? Refusal.UNKNOWN_LANE.code()
                : priority * steps;
    }

    /**
     * @param lane of a frame where it is held now
     * @param lastHop whether the copy goes to a host
     * @return lane on which the copy is injected: its header lies in that lane's pool; or the code of
     *     {@link Refusal#UNKNOWN_LANE} or {@link Refusal#LANE_EXHAUSTED}
     */
    public int next(final int lane, final boolean lastHop) {
        if (lane < 0 || lane >= count) {
            return Refusal.UNKNOWN_LANE.code();
        }
        final int step = stepOf[lane];
        if (lastHop) {
            return lane - step;
        }
        return step + 1 < steps ? lane + 1 : Refusal.LANE_EXHAUSTED.code();
    }

    /**
     * @param lane any number
     * @return whether its frames are not to be dropped
     */
    public boolean isLossless(final int lane) {
        return lane >= 0 && lane < count && (lossless >> lane & 1) != 0;
    }

    /**
     * @return number of lossless lanes
     */
    public int losslessCount() {
        return Long.bitCount(lossless);
    }
}
