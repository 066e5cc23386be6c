package io.polycast.dataplane.schema.surrogate;

import io.polycast.core.surrogate.spec.CongestionSettings.Marked;
import io.polycast.core.surrogate.spec.SurrogateSettings.VoqDrop;
import io.polycast.dataplane.config.Sizes;
import io.polycast.dataplane.config.SwitchFile;
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
    /** Most exits, ports and legs together. */
    static final int MOST_EXITS = 63;

    private SwitchRelations() {}

    static void check(final SwitchFile file, final Values section) {
        final Problems problems = file.problems();
        final List<Located<Values>> ports = file.ports();
        checkMarks(section, problems);
        checkLossless(section, problems);
        checkCongestion(section, problems);
        final List<String> names = new ArrayList<>();
        ports.forEach(port -> names.add(String.valueOf(port.value().get(PortSchema.NAME))));
        final Set<String> carrying = LegMtus.carrying(section);
        final List<String> nodes = new ArrayList<>();
        checkLegs(section, names, nodes, problems);
        checkPlaces(file, section);
        LegMtus.check(ports, carrying, LegMtus.largest(ports, carrying, null), problems);
        final int exits = names.size() + nodes.size();
        if (exits > MOST_EXITS) {
            problems.error(
                    nodes.isEmpty()
                            ? ports.get(ports.size() - 1).node()
                            : section.at(SurrogateKeys.LEGS),
                    exits + " ports and legs together > " + MOST_EXITS,
                    "have fewer ports or fewer legs");
        }
        for (final Located<Values> group : file.groups()) {
            checkGroup(group.value(), carrying, nodes, problems);
        }
    }

    /** A leg leads to another node, over a port that crosses no wire. */
    private static void checkPlaces(final SwitchFile file, final Values section) {
        for (final Located<Values> each : section.get(SurrogateKeys.LEGS)) {
            final Values leg = each.value();
            if (leg.has(SurrogateKeys.NODE) && leg.get(SurrogateKeys.NODE).equals(file.name())) {
                file.problems()
                        .error(
                                leg.at(SurrogateKeys.NODE),
                                "the leg leads to '" + file.name() + "', which is this node",
                                "name the other node: its switch.name");
            }
            if (leg.has(SurrogateKeys.MAC) && leg.get(SurrogateKeys.MAC) == file.mac()) {
                file.problems()
                        .error(
                                leg.at(SurrogateKeys.MAC),
                                "the MAC of the leg is that of this node",
                                "write that of the other node: its switch.mac");
            }
            if (leg.has(SurrogateKeys.PORT) && file.wired().contains(leg.get(SurrogateKeys.PORT))) {
                file.problems()
                        .error(
                                leg.at(SurrogateKeys.PORT),
                                "port '" + leg.get(SurrogateKeys.PORT) + "' is in wires",
                                "take it out of wires: the port of a leg carries frames between"
                                        + " nodes only");
            }
        }
    }

    private static void checkLossless(final Values section, final Problems problems) {
        final Set<Long> seen = new HashSet<>();
        for (final Located<Long> priority : section.get(SurrogateKeys.LOSSLESS)) {
            if (!seen.add(priority.value())) {
                problems.error(
                        priority.node(),
                        "priority " + priority.value() + " is named twice",
                        "keep one");
            }
        }
    }

    /** A balance that a pool cannot exceed notifies nobody; hosts that stop first send no frames to sample. */
    private static void checkCongestion(final Values v, final Problems problems) {
        if (v.get(SurrogateKeys.CONGESTION) == Marked.NONE) {
            return;
        }
        final boolean lossless = !v.get(SurrogateKeys.LOSSLESS).isEmpty();
        final long balance = v.get(SurrogateKeys.BALANCE);
        if (balance >= v.get(SurrogateKeys.SHARED)) {
            tooLarge(v, "sharedBuffer", SurrogateKeys.SHARED, problems);
        } else if (lossless && balance >= v.get(SurrogateKeys.STOP)) {
            tooLarge(v, "stop", SurrogateKeys.STOP, problems);
        }
    }

    private static void tooLarge(
            final Values v, final String name, final Key<Long> most, final Problems problems) {
        problems.error(
                v.at(v.gives(SurrogateKeys.BALANCE) ? SurrogateKeys.BALANCE : most),
                "congestionBalance="
                        + Sizes.format(v.get(SurrogateKeys.BALANCE))
                        + " and "
                        + name
                        + "="
                        + Sizes.format(v.get(most))
                        + " are in the wrong order",
                "keep congestionBalance below sharedBuffer, and below stop with lossless classes");
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
            if (leg.has(SurrogateKeys.MAC)
                    && !places.add(port + " " + leg.get(SurrogateKeys.MAC))) {
                problems.error(
                        leg.at(SurrogateKeys.MAC),
                        "two legs have the same port and MAC",
                        "write the MAC of each node: its switch.mac");
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
