package io.polycast.topology.shuffle.cost;

/**
 * A minimal-layer packet core over ToRs (section II-B, figure 1): a tree of switches with as many ports
 * as a ToR switch. A switch of the core has one port upwards; the root has none.
 *
 * @param tors at least 2, each with one uplink
 * @param ports of a switch, at least 3
 */
public record PacketCore(int tors, int ports) {
    /** Checks the ranges. */
    public PacketCore {
        if (tors < 2 || ports < 3) {
            throw new IllegalArgumentException(
                    "tors=" + tors + ", ports=" + ports + ": at least 2 ToRs and 3 ports");
        }
    }

    /** Ports of the core's switches that a tree to all ToRs uses. */
    public int excessPorts() {
        int excess = 0;
        int below = tors;
        while (below > ports) {
            final int switches = switchesAbove(below);
            excess += below + switches;
            below = switches;
        }
        return excess + below;
    }

    /** Excess resource usage of section II-B: ports of the core by uplinks of ToRs, in percent. */
    public double excessPercent() {
        return 100.0 * excessPorts() / tors;
    }

    /** Mean hops between two ToRs, when ToRs are spread evenly over the switches above. */
    public double meanHops() {
        long hops = 0;
        for (int from = 0; from < tors; from++) {
            for (int to = 0; to < tors; to++) {
                hops += from == to ? 0 : hops(from, to);
            }
        }
        return (double) hops / tors / (tors - 1);
    }

    private int hops(final int from, final int to) {
        int below = tors;
        int a = from;
        int b = to;
        int hops = 2;
        while (below > ports) {
            final int switches = switchesAbove(below);
            a = a * switches / below;
            b = b * switches / below;
            if (a == b) {
                return hops;
            }
            hops += 2;
            below = switches;
        }
        return hops;
    }

    private int switchesAbove(final int below) {
        return (below + ports - 2) / (ports - 1);
    }
}
