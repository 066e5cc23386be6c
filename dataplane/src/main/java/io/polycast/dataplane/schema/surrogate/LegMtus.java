package io.polycast.dataplane.schema.surrogate;

import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares what ports of legs carry with what ports of hosts let in. A port without {@code mtu} counts
 * with the default of a network device; without a device it makes no demand, and none is made of it.
 */
final class LegMtus {
    /** Bytes that a leg carries beside a host's IP packet: Ethernet header 14, tag 4, header 16. */
    static final int OVERHEAD = 34;

    /** MTU of an Ethernet device that nobody has changed. */
    private static final long DEVICE_MTU = 1500;

    private LegMtus() {}

    /**
     * Lengths that hosts may send, by the port that accepts the longest frames.
     *
     * @param mtu in bytes behind the Ethernet header
     * @param port that lets them in, with its node when that is another one
     * @param given whether {@code mtu} stands in the file
     */
    record Demand(long mtu, String port, boolean given) {
        String words() {
            return "frames of port " + port + " (" + mtu + (given ? "" : " by default") + ")";
        }
    }

    private static boolean isKnown(final Values port) {
        return port.has(PortSchema.MTU) || PortSchema.hasDevice(port);
    }

    private static long mtu(final Values port) {
        return port.has(PortSchema.MTU) ? port.get(PortSchema.MTU) : DEVICE_MTU;
    }

    /** Ports that legs of a node name. */
    static Set<String> carrying(final Values section) {
        final Set<String> carrying = new HashSet<>();
        for (final Located<Values> leg : section.get(SurrogateKeys.LEGS)) {
            if (leg.value().has(SurrogateKeys.PORT)) {
                carrying.add(leg.value().get(SurrogateKeys.PORT));
            }
        }
        return carrying;
    }

    private static boolean isLeg(final Values port, final Set<String> carrying) {
        return port.has(PortSchema.NAME) && carrying.contains(port.get(PortSchema.NAME));
    }

    /**
     * @param ports of a node
     * @param carrying ports with legs
     * @param node that the ports are of, for a message about another node; null for the same
     * @return the largest demand; null when no port makes one
     */
    static Demand largest(
            final List<Located<Values>> ports, final Set<String> carrying, final String node) {
        Demand largest = null;
        for (final Located<Values> each : ports) {
            final Values port = each.value();
            if (isKnown(port)
                    && !isLeg(port, carrying)
                    && (largest == null || mtu(port) > largest.mtu())) {
                final String name = "'" + port.get(PortSchema.NAME) + "'";
                largest =
                        new Demand(
                                mtu(port),
                                node == null ? name : name + " of node '" + node + "'",
                                port.has(PortSchema.MTU));
            }
        }
        return largest;
    }

    /**
     * Checks all ports of legs of a node.
     *
     * @param ports of the node
     * @param carrying ports with legs
     * @param demand of hosts, or null
     * @param problems takes what is wrong
     */
    static void check(
            final List<Located<Values>> ports,
            final Set<String> carrying,
            final Demand demand,
            final Problems problems) {
        if (demand == null) {
            return;
        }
        final long least = demand.mtu() + OVERHEAD;
        final List<Values> legs = new ArrayList<>();
        ports.forEach(each -> legs.add(each.value()));
        legs.removeIf(port -> !isLeg(port, carrying) || !isKnown(port) || mtu(port) >= least);
        for (final Values port : legs) {
            problems.error(
                    port.at(PortSchema.MTU),
                    (port.has(PortSchema.MTU)
                                    ? "mtu=" + mtu(port)
                                    : "no mtu, " + DEVICE_MTU + " by default,")
                            + " of a leg's port < "
                            + least
                            + ": "
                            + demand.words()
                            + " do not fit behind the header between nodes",
                    "write mtu: " + least + " or more, or lower that of the host ports");
        }
    }
}
