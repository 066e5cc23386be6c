package io.polycast.topology.shuffle;

import java.util.Arrays;

/**
 * Follows the frames of a source through its relays. A relay is reached when the relay of the class that
 * feeds it is reached. Relays that wait for each other are reached by nobody. One instance serves many
 * sources in turn; each call takes as many steps as there are mirror classes.
 */
public final class Reach {
    private static final int UNREACHED = -1;
    private static final int UNKNOWN = -2;
    private static final int VISITING = -3;

    private final int[] feeders;
    private final int[] levels;
    private final int[] stack;
    private final int ownClasses;
    private final ShuffleShape shape;
    private int maxHops;
    private int unreached;

    /**
     * @param shape of the instance
     */
    public Reach(final ShuffleShape shape) {
        this.shape = shape;
        feeders = new int[shape.nodes()];
        for (int tor = 0; tor < feeders.length; tor++) {
            feeders[tor] = shape.feeder(tor);
        }
        ownClasses = shape.classes();
        levels = new int[ownClasses];
        stack = new int[ownClasses];
    }

    /**
     * Follows the frames of a live source, which always transmits itself.
     *
     * @param source in [0, nodes())
     * @param relays of each mirror class, as {@link RelayRules#fill} writes them
     */
    public void follow(final int source, final int[] relays) {
        Arrays.fill(levels, UNKNOWN);
        levels[shape.mirrorClass(source)] = 0;
        maxHops = 0;
        unreached = 0;
        for (int each = 0; each < ownClasses; each++) {
            final int level = settle(each, relays);
            unreached += level == UNREACHED ? 1 : 0;
            maxHops = Math.max(maxHops, level + 1);
        }
    }

    /** Walks upstream to a class whose level is known, and writes the levels on the way back. */
    private int settle(final int mirrorClass, final int[] relays) {
        int depth = 0;
        int at = mirrorClass;
        while (levels[at] == UNKNOWN) {
            levels[at] = VISITING;
            stack[depth++] = at;
            if (relays[at] == RelayRules.NONE) {
                break;
            }
            at = feeders[relays[at]];
        }
        int level = levels[at] >= 0 ? levels[at] : UNREACHED;
        while (depth > 0) {
            level = level == UNREACHED ? UNREACHED : level + 1;
            levels[stack[--depth]] = level;
        }
        return levels[mirrorClass];
    }

    /** Hops to the farthest ToR that is reached; 1 at least. */
    public int maxHops() {
        return maxHops;
    }

    /** Mirror classes whose relay is not reached or missing. The ToRs that they feed receive nothing. */
    public int unreachedClasses() {
        return unreached;
    }

    /**
     * @param tor in [0, nodes())
     * @return hops after which a frame of the source arrives there, or -1; the source's own copy counts
     *     for the source
     */
    public int arrival(final int tor) {
        final int level = levels[feeders[tor]];
        return level == UNREACHED ? UNREACHED : level + 1;
    }
}
