package io.polycast.topology.shuffle.cost;

import java.util.ArrayList;
import java.util.List;

/**
 * Unused ports of ToR switches over rack configurations (appendix B, figure 10). For each configuration
 * the switch with the least unused bandwidth is taken. The paper names some of its switches only, and no rack sizes but the ends.
 * <b>The lists below are this project's.</b> The result shows the method and cannot be held to the figure.
 *
 * <p>A rack has a 1U switch, and 1U servers in its other units. A server port takes the slowest port that
 * is fast enough. Uplinks take the fastest ports left, until they carry the servers' bandwidth divided by
 * the oversubscription.
 */
public final class RackSurvey {
    private static final int[] RACK_UNITS = {18, 22, 24, 27, 32, 36, 38, 42, 45, 48};

    /** Servers' bandwidth by uplinks' (appendix B). */
    private static final double[] OVERSUBSCRIPTIONS = {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20};

    /** Ports of a server and their Gb/s. */
    private static final int[][] SERVERS = {{1, 10}, {2, 10}, {1, 25}, {1, 40}, {2, 25}};

    /** Ports by Gb/s: 10, 25, 40, 100. */
    private static final int[][] SWITCHES = {
        {24, 0, 0, 0},
        {48, 0, 4, 0},
        {32, 0, 0, 0},
        {48, 0, 0, 4},
        {32, 0, 4, 0},
        {64, 0, 8, 0},
        {96, 0, 8, 0},
        {0, 0, 32, 0},
        {0, 0, 36, 0},
        {48, 0, 6, 0},
        {0, 48, 0, 6},
        {0, 0, 0, 32},
        {0, 0, 0, 36},
        {0, 0, 0, 64},
    };

    private static final int[] GBPS = {10, 25, 40, 100};

    private RackSurvey() {}

    /**
     * Unused parts of the switch that a configuration takes.
     *
     * @param oversubscription of servers to uplinks
     * @param ports unused
     * @param gbps unused
     */
    public record Unused(double oversubscription, int ports, int gbps) {}

    /**
     * @return a result for each configuration that some switch is large enough for
     */
    public static List<Unused> run() {
        final List<Unused> results = new ArrayList<>();
        for (final int units : RACK_UNITS) {
            for (final int[] server : SERVERS) {
                for (final double oversubscription : OVERSUBSCRIPTIONS) {
                    final Unused least = least(units - 1, server, oversubscription);
                    if (least != null) {
                        results.add(least);
                    }
                }
            }
        }
        return results;
    }

    private static Unused least(
            final int servers, final int[] server, final double oversubscription) {
        Unused least = null;
        for (final int[] type : SWITCHES) {
            final Unused unused =
                    unused(type.clone(), servers * server[0], server[1], oversubscription);
            if (unused != null && (least == null || unused.gbps() < least.gbps())) {
                least = unused;
            }
        }
        return least;
    }

    /** Rest of a switch, or null when the switch is too small. */
    private static Unused unused(
            final int[] left, final int links, final int gbps, final double oversubscription) {
        int toConnect = links;
        for (int i = 0; i < left.length && toConnect > 0; i++) {
            final int taken = GBPS[i] < gbps ? 0 : Math.min(left[i], toConnect);
            left[i] -= taken;
            toConnect -= taken;
        }
        double toCarry = links * gbps / oversubscription;
        for (int i = left.length - 1; i >= 0; i--) {
            while (left[i] > 0 && toCarry > 0) {
                left[i]--;
                toCarry -= GBPS[i];
            }
        }
        if (toConnect > 0 || toCarry > 0) {
            return null;
        }
        int ports = 0;
        int idle = 0;
        for (int i = 0; i < left.length; i++) {
            ports += left[i];
            idle += left[i] * GBPS[i];
        }
        return new Unused(oversubscription, ports, idle);
    }
}
