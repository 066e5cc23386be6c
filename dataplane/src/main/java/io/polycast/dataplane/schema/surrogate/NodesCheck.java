package io.polycast.dataplane.schema.surrogate;

import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the files of several nodes against each other: each leg has its counterpart, the legs form no ring, no group has a
 * circle, and no path passes more nodes than there are lanes.
 */
final class NodesCheck {
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    /**
     * One node as its file has it.
     *
     * @param name its switch.name
     * @param mac its switch.mac
     * @param section its {@code surrogate:} section
     * @param ports its ports
     * @param groups its entries
     * @param problems of its file
     */
    private record Node(
            String name,
            long mac,
            Values section,
            List<Located<Values>> ports,
            Map<Integer, Values> groups,
            Problems problems) {
        Located<Values> legTo(final String other) {
            for (final Located<Values> leg : section.get(SurrogateKeys.LEGS)) {
                if (leg.value().get(SurrogateKeys.NODE).equals(other)) {
                    return leg;
                }
            }
            return null;
        }

        List<Located<String>> forward(final int group) {
            final Values entry = groups.get(group);
            return entry == null ? List.of() : entry.get(GroupKeys.FORWARD);
        }
    }

    /**
     * Adds a node whose own file is without errors, and whose name no other has.
     *
     * @param name its switch.name
     * @param mac its switch.mac
     * @param section its {@code surrogate:} section
     * @param ports its ports
     * @param groups its entries
     * @param problems takes what is wrong with it
     */
    void add(
            final String name,
            final long mac,
            final Values section,
            final List<Located<Values>> ports,
            final List<Located<Values>> groups,
            final Problems problems) {
        final Map<Integer, Values> byId = new LinkedHashMap<>();
        for (final Located<Values> group : groups) {
            byId.put(group.value().get(GroupKeys.ID), group.value());
        }
        nodes.put(name, new Node(name, mac, section, ports, byId, problems));
    }

    /** Checks all nodes that were added; what is wrong goes to the problems of its file. */
    void check() {
        nodes.values().forEach(this::checkLegs);
        checkRings();
        nodes.values().forEach(this::checkMtus);
        final Set<Integer> groups = new TreeSet<>();
        nodes.values().forEach(node -> groups.addAll(node.groups().keySet()));
        for (final int group : groups) {
            final Set<String> reported = new HashSet<>();
            for (final Node from : nodes.values()) {
                walk(group, from, null, new LinkedHashMap<>(), reported);
            }
        }
    }

    private void checkLegs(final Node node) {
        for (final Located<Values> each : node.section().get(SurrogateKeys.LEGS)) {
            final Values leg = each.value();
            final Node other = nodes.get(leg.get(SurrogateKeys.NODE));
            if (other == null) {
                continue;
            }
            if (leg.get(SurrogateKeys.MAC) != other.mac()) {
                node.problems()
                        .error(
                                leg.at(SurrogateKeys.MAC),
                                "node '"
                                        + other.name()
                                        + "' has MAC "
                                        + Addresses.formatMac(other.mac()),
                                "write the switch.mac of that node");
            }
            final Located<Values> back = other.legTo(node.name());
            if (back == null) {
                node.problems()
                        .error(
                                each.node(),
                                "node '" + other.name() + "' has no leg to '" + node.name() + "'",
                                "add the leg to the file of '" + other.name() + "'");
            } else if (leg.get(SurrogateKeys.UPLINK) && back.value().get(SurrogateKeys.UPLINK)) {
                node.problems()
                        .error(
                                leg.at(SurrogateKeys.UPLINK),
                                "both ends of the leg to '" + other.name() + "' say uplink: true",
                                "only the node below says so");
            }
        }
    }

    /** Link-local frames and IGMP queries go to all legs: a ring multiplies them. */
    private void checkRings() {
        final Map<String, String> joined = new HashMap<>();
        final Set<Set<String>> seen = new HashSet<>();
        for (final Node node : nodes.values()) {
            for (final Located<Values> leg : node.section().get(SurrogateKeys.LEGS)) {
                final String to = leg.value().get(SurrogateKeys.NODE);
                if (!nodes.containsKey(to)
                        || to.equals(node.name())
                        || !seen.add(Set.of(node.name(), to))) {
                    continue;
                }
                final String here = root(joined, node.name());
                final String there = root(joined, to);
                if (here.equals(there)) {
                    node.problems()
                            .error(
                                    leg.node(),
                                    "the leg to '"
                                            + to
                                            + "' closes a ring: other legs join '"
                                            + node.name()
                                            + "' and '"
                                            + to
                                            + "' already",
                                    "remove both ends of this leg: the legs of all nodes form a"
                                            + " tree");
                }
                joined.put(here, there);
            }
        }
    }

    private static String root(final Map<String, String> joined, final String name) {
        String at = name;
        while (!joined.getOrDefault(at, at).equals(at)) {
            at = joined.get(at);
        }
        return at;
    }

    /** Frames of all hosts behind the legs pass: the largest demand of another node counts. */
    private void checkMtus(final Node node) {
        LegMtus.Demand largest = null;
        for (final Node other : reachable(node)) {
            final Set<String> carrying = LegMtus.carrying(other.section());
            final LegMtus.Demand demand = LegMtus.largest(other.ports(), carrying, other.name());
            if (demand != null && (largest == null || demand.mtu() > largest.mtu())) {
                largest = demand;
            }
        }
        LegMtus.check(node.ports(), LegMtus.carrying(node.section()), largest, node.problems());
    }

    /** The nodes to which legs lead from a node, over any number of legs; not the node itself. */
    private Set<Node> reachable(final Node from) {
        final Set<Node> seen = new LinkedHashSet<>(List.of(from));
        final Deque<Node> left = new ArrayDeque<>(seen);
        while (!left.isEmpty()) {
            for (final Located<Values> leg : left.remove().section().get(SurrogateKeys.LEGS)) {
                final Node next = nodes.get(leg.value().get(SurrogateKeys.NODE));
                if (next != null && seen.add(next)) {
                    left.add(next);
                }
            }
        }
        seen.remove(from);
        return seen;
    }

    /** Follows a frame of a group that came from one node; copies never go back where it came from. */
    private void walk(
            final int group,
            final Node at,
            final String cameFrom,
            final Map<String, Located<String>> path,
            final Set<String> reported) {
        for (final Located<String> to : at.forward(group)) {
            final Node next = nodes.get(to.value());
            if (next == null || to.value().equals(cameFrom)) {
                continue;
            }
            final Map<String, Located<String>> further = new LinkedHashMap<>(path);
            further.put(at.name(), to);
            if (further.containsKey(next.name())) {
                report(group, at, to, further, reported);
            } else if (further.size() > SurrogateSettings.LEVELS) {
                if (reported.add("depth")) {
                    at.problems()
                            .error(
                                    to.node(),
                                    "group "
                                            + Addresses.formatQuad(group)
                                            + " passes "
                                            + further.keySet()
                                            + " and then '"
                                            + next.name()
                                            + "': a frame has lanes for "
                                            + SurrogateSettings.LEVELS
                                            + " legs",
                                    "lay a wider tree");
                }
            } else {
                walk(group, next, at.name(), further, reported);
            }
        }
    }

    private static void report(
            final int group,
            final Node at,
            final Located<String> to,
            final Map<String, Located<String>> path,
            final Set<String> reported) {
        final Set<String> members = new TreeSet<>();
        boolean inside = false;
        for (final String each : path.keySet()) {
            inside |= each.equals(to.value());
            if (inside) {
                members.add(each);
            }
        }
        if (reported.add(members.toString())) {
            at.problems()
                    .error(
                            to.node(),
                            "group "
                                    + Addresses.formatQuad(group)
                                    + " goes in a circle over the nodes "
                                    + String.join(", ", members),
                            "remove '" + to.value() + "' from forward here, or another edge of it");
        }
    }
}
