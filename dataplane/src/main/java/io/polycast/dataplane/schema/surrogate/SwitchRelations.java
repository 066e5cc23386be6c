package io.polycast.dataplane.schema.surrogate;

import io.polycast.core.surrogate.spec.SurrogateSettings.VoqDrop;
import io.polycast.dataplane.config.Sizes;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Nearest;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Conditions between the section, the ports and the groups of one node. */
final class SwitchRelations {
    /** Bytes that a leg carries beside a host's IP packet: Ethernet header 14, tag 4, header 16. */
    static final int OVERHEAD = 34;

    /** Most exits, ports and legs together. */
    static final int MOST_EXITS = 63;

    private SwitchRelations() {}

    static void check(
            final Values section,
            final List<Located<Values>> ports,
            final List<Located<Values>> groups,
            final Problems problems) {
        checkMarks(section, problems);
        final List<String> names = new ArrayList<>();
        ports.forEach(port -> names.add(String.valueOf(port.value().get(PortSchema.NAME))));
        final Set<String> carrying = new HashSet<>();
        final List<String> nodes = new ArrayList<>();
        checkLegs(section, names, carrying, nodes, problems);
        checkMtus(ports, carrying, problems);
        final int exits = names.size() + nodes.size();
        if (exits > MOST_EXITS) {
            problems.error(
                    section.at(SurrogateKeys.LEGS),
                    exits + " ports and legs together > " + MOST_EXITS,
                    "have fewer ports or fewer legs");
        }
        for (final Located<Values> group : groups) {
            checkGroup(group.value(), carrying, nodes, problems);
        }
    }

    private static void checkMarks(final Values v, final Problems problems) {
        if (v.get(SurrogateKeys.GO) >= v.get(SurrogateKeys.STOP)) {
            wrongOrder(v, SurrogateKeys.GO, SurrogateKeys.STOP, "go", "stop", problems);
        }
        if (v.get(SurrogateKeys.STOP) > v.get(SurrogateKeys.PRIVATE)) {
            wrongOrder(
                    v,
                    SurrogateKeys.STOP,
                    SurrogateKeys.PRIVATE,
                    "stop",
                    "losslessBuffer",
                    problems);
        }
        if (v.get(SurrogateKeys.VOQ_DROP) != VoqDrop.NONE
                && v.get(SurrogateKeys.VOQ_LIMIT) > v.get(SurrogateKeys.SHARED)) {
            wrongOrder(
                    v,
                    SurrogateKeys.VOQ_LIMIT,
                    SurrogateKeys.SHARED,
                    "voqLimit",
                    "sharedBuffer",
                    problems);
        }
        if (v.get(SurrogateKeys.HEADERS_LOW) > v.get(SurrogateKeys.HEADERS_HIGH)) {
            problems.error(
                    v.at(
                            v.gives(SurrogateKeys.HEADERS_LOW)
                                    ? SurrogateKeys.HEADERS_LOW
                                    : SurrogateKeys.HEADERS_HIGH),
                    "headersLow="
                            + v.get(SurrogateKeys.HEADERS_LOW)
                            + " > headersHigh="
                            + v.get(SurrogateKeys.HEADERS_HIGH),
                    "write headersLow at most headersHigh");
        }
    }

    private static void wrongOrder(
            final Values v,
            final Key<Long> lower,
            final Key<Long> upper,
            final String lowerName,
            final String upperName,
            final Problems problems) {
        problems.error(
                v.at(v.gives(lower) ? lower : upper),
                lowerName
                        + "="
                        + Sizes.format(v.get(lower))
                        + " and "
                        + upperName
                        + "="
                        + Sizes.format(v.get(upper))
                        + " are in the wrong order",
                "keep go < stop <= losslessBuffer and voqLimit <= sharedBuffer");
    }

    private static void checkLegs(
            final Values section,
            final List<String> ports,
            final Set<String> carrying,
            final List<String> nodes,
            final Problems problems) {
        final Set<String> places = new HashSet<>();
        for (final Located<Values> each : section.get(SurrogateKeys.LEGS)) {
            final Values leg = each.value();
            final String node = leg.get(SurrogateKeys.NODE);
            final String port = leg.get(SurrogateKeys.PORT);
            if (node != null && nodes.contains(node)) {
                problems.error(
                        leg.at(SurrogateKeys.NODE),
                        "two legs lead to node '" + node + "'",
                        "keep one of them");
            }
            nodes.add(String.valueOf(node));
            if (port != null && !ports.contains(port)) {
                final String nearest = Nearest.to(port, ports);
                problems.error(
                        leg.at(SurrogateKeys.PORT),
                        "there is no port '" + port + "'",
                        nearest == null
                                ? "the ports are " + String.join(", ", ports)
                                : "did you mean '" + nearest + "'?");
            }
            if (port != null) {
                carrying.add(port);
            }
            if (leg.has(SurrogateKeys.MAC)
                    && !places.add(port + " " + leg.get(SurrogateKeys.MAC))) {
                problems.error(
                        leg.at(SurrogateKeys.MAC),
                        "two legs have the same port and MAC",
                        "write the MAC of each node: its switch.mac");
            }
        }
    }

    /** Only what the file demands can be compared: the start checks ports against their demand. */
    private static void checkMtus(
            final List<Located<Values>> ports,
            final Set<String> carrying,
            final Problems problems) {
        long largest = 0;
        String host = null;
        for (final Located<Values> port : ports) {
            final Long mtu = port.value().get(PortSchema.MTU);
            final String name = port.value().get(PortSchema.NAME);
            if (mtu != null && !carrying.contains(name) && mtu > largest) {
                largest = mtu;
                host = name;
            }
        }
        for (final Located<Values> port : ports) {
            final Long mtu = port.value().get(PortSchema.MTU);
            if (carrying.contains(port.value().get(PortSchema.NAME))
                    && mtu != null
                    && mtu < largest + OVERHEAD) {
                problems.error(
                        port.value().at(PortSchema.MTU),
                        "mtu="
                                + mtu
                                + " of a leg's port < "
                                + (largest + OVERHEAD)
                                + ": frames of port '"
                                + host
                                + "' ("
                                + largest
                                + ") do not fit behind the header between nodes",
                        "write mtu: "
                                + (largest + OVERHEAD)
                                + " or more, or lower that of the host ports");
            }
        }
    }

    private static void checkGroup(
            final Values group,
            final Set<String> carrying,
            final List<String> nodes,
            final Problems problems) {
        for (final Located<String> node : group.get(GroupKeys.FORWARD)) {
            if (!nodes.contains(node.value())) {
                problems.error(
                        node.node(),
                        "no leg leads to node '" + node.value() + "'",
                        nodes.isEmpty()
                                ? "add it to surrogate.legs"
                                : "add it to surrogate.legs; the legs lead to "
                                        + String.join(", ", nodes));
            }
        }
        for (final Located<String> port : group.get(GroupKeys.DELIVER)) {
            if (carrying.contains(port.value())) {
                problems.error(
                        port.node(),
                        "port '" + port.value() + "' carries a leg",
                        "name the node under forward instead");
            }
        }
    }
}
