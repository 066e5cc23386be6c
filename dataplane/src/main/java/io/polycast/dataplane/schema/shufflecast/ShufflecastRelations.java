package io.polycast.dataplane.schema.shufflecast;

import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.schema.shufflecast.ShufflecastKeys.NodeKeys;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Nearest;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** Conditions between the section, the ports and the groups of one ToR. */
final class ShufflecastRelations {
    private static final long FIRST_MULTICAST = 0xE000_0000L;

    private final SwitchFile file;
    private final Values section;
    private final Problems problems;
    private final List<String> ports;

    /** Ports that lead to or from splitters. */
    private final Set<String> taken = new HashSet<>();

    /** By mirror class, the first node of this ToR that is in it. */
    private final Map<Integer, Integer> classes = new HashMap<>();

    private ShufflecastRelations(final SwitchFile file, final Values section) {
        this.file = file;
        this.section = section;
        problems = file.problems();
        ports = file.ports().stream().map(port -> port.value().get(PortSchema.NAME)).toList();
    }

    static void check(final SwitchFile file, final Values section) {
        new ShufflecastRelations(file, section).check();
    }

    private void check() {
        ShuffleShape shape = null;
        try {
            shape = ShufflecastKeys.shape(section);
        } catch (final IllegalArgumentException e) {
            problems.error(section.at(ShufflecastKeys.P), e.getMessage(), "take a smaller p or k");
        }
        if (section.gives(ShufflecastKeys.NODES)) {
            refuseBeside(ShufflecastKeys.OWN.tor());
            refuseBeside(ShufflecastKeys.OWN.splitter());
            refuseBeside(ShufflecastKeys.OWN.in());
            if (section.has(ShufflecastKeys.NODES)) {
                for (final Located<Values> each : section.get(ShufflecastKeys.NODES)) {
                    checkNode(each.value(), ShufflecastKeys.EACH, shape);
                }
            }
        } else {
            demand(ShufflecastKeys.OWN.tor());
            demand(ShufflecastKeys.OWN.splitter());
            demand(ShufflecastKeys.OWN.in());
            checkNode(section, ShufflecastKeys.OWN, shape);
        }
        if (shape != null && section.has(ShufflecastKeys.SOURCES)) {
            checkSources(section.get(ShufflecastKeys.SOURCES), shape);
        }
        checkControl();
        for (final Located<Values> group : file.groups()) {
            checkGroup(group.value());
        }
    }

    private void refuseBeside(final Key<?> key) {
        if (section.gives(key)) {
            problems.error(
                    section.at(key),
                    "'" + key.name() + "' stands beside nodes",
                    "write it in an entry of nodes, or remove nodes");
        }
    }

    private void demand(final Key<?> key) {
        if (!section.gives(key)) {
            problems.error(
                    section.node(),
                    "shufflecast lacks key '" + key.name() + "'",
                    "add tor, splitter and in; or nodes, for a ToR of several logical nodes");
        }
    }

    private void checkNode(final Values node, final NodeKeys keys, final ShuffleShape shape) {
        if (node.has(keys.splitter())) {
            checkPort(node.get(keys.splitter()), node.at(keys.splitter()));
        }
        if (node.has(keys.in())) {
            node.get(keys.in()).forEach(port -> checkPort(port.value(), port.node()));
            final int count = node.get(keys.in()).size();
            if (section.has(ShufflecastKeys.P) && count != section.get(ShufflecastKeys.P)) {
                problems.error(
                        node.at(keys.in()),
                        "in has "
                                + count
                                + " ports, but p="
                                + section.get(ShufflecastKeys.P)
                                + " splitters lead to a node",
                        "name a port for each of them");
            }
        }
        if (shape != null && node.has(keys.tor())) {
            checkTor(node.get(keys.tor()).intValue(), node.at(keys.tor()), shape);
        }
    }

    private void checkTor(final int tor, final Node at, final ShuffleShape shape) {
        if (tor >= shape.nodes()) {
            problems.error(
                    at,
                    "tor=" + tor + " is not in [0, " + (shape.nodes() - 1) + "]",
                    "take a ToR of the " + shape + "-Shufflecast, or a larger p or k");
            return;
        }
        final Integer other = classes.putIfAbsent(shape.mirrorClass(tor), tor);
        if (other == null) {
            return;
        }
        if (other == tor) {
            problems.error(at, "node " + tor + " is named twice", "keep one");
        } else {
            problems.error(
                    at,
                    "nodes "
                            + other
                            + " and "
                            + tor
                            + " are mirrors: one failure would leave their class without a relay",
                    "take nodes as 'polycast shufflecast plan --tors' deals them");
        }
    }

    private void checkPort(final String name, final Node at) {
        if (!ports.isEmpty() && !ports.contains(name)) {
            final String nearest = Nearest.to(name, known());
            problems.error(
                    at,
                    "there is no port '" + name + "'",
                    nearest == null
                            ? "the ports are " + String.join(", ", known())
                            : "did you mean '" + nearest + "'?");
        } else if (!taken.add(name)) {
            problems.error(
                    at,
                    "port '" + name + "' leads to or from a splitter already",
                    "name another port: splitter transmits only, in receives only");
        } else if (file.wired().contains(name)) {
            problems.error(
                    at,
                    "port '" + name + "' is in wires",
                    "take it out of wires: the port of a splitter carries multicast only");
        }
    }

    /** Names that could be read. */
    private List<String> known() {
        final List<String> known = new ArrayList<>(ports);
        known.removeIf(name -> name == null);
        return known;
    }

    private void checkSources(final Values sources, final ShuffleShape shape) {
        if (!sources.has(ShufflecastKeys.BASE) || !sources.has(ShufflecastKeys.LENGTH)) {
            return;
        }
        final int base = sources.get(ShufflecastKeys.BASE);
        final long each = 1L << Integer.SIZE - sources.get(ShufflecastKeys.LENGTH);
        final long end = (base & 0xFFFF_FFFFL) + each * shape.nodes();
        if ((base & each - 1) != 0) {
            problems.error(
                    sources.at(ShufflecastKeys.BASE),
                    "base "
                            + Addresses.formatQuad(base)
                            + " has bits behind its prefix of "
                            + sources.get(ShufflecastKeys.LENGTH),
                    "write " + Addresses.formatQuad((int) (base & -each)));
        } else if (end > FIRST_MULTICAST) {
            final int outside =
                    new SourceRange(base, sources.get(ShufflecastKeys.LENGTH).intValue(), 1 << 16)
                            .tor((int) FIRST_MULTICAST);
            problems.error(
                    sources.at(ShufflecastKeys.LENGTH),
                    "addresses of ToR "
                            + (outside == SourceRange.NONE ? shape.nodes() - 1 : outside)
                            + " are outside of the unicast addresses, below 224.0.0.0",
                    "take a lower base or a greater length");
        }
    }

    private void checkControl() {
        final boolean named = section.gives(ShufflecastKeys.CONTROL);
        if (named != section.gives(ShufflecastKeys.TOKEN_FILE)) {
            problems.error(
                    section.at(named ? ShufflecastKeys.CONTROL : ShufflecastKeys.TOKEN_FILE),
                    named ? "control stands without tokenFile" : "tokenFile stands without control",
                    "give both, or none");
        } else if (named && section.get(ShufflecastKeys.RULES) == ShufflecastKeys.Rules.STATIC) {
            problems.error(
                    section.at(ShufflecastKeys.CONTROL),
                    "control stands beside rules: static",
                    "leave out one of them");
        } else if (!named && section.get(ShufflecastKeys.RULES) == ShufflecastKeys.Rules.CONTROL) {
            problems.warning(
                    section.node(),
                    "rules come from a control, and none is named: the switch relays nothing until"
                            + " it is told rules",
                    "give control and tokenFile, or rules: static");
        }
    }

    private void checkGroup(final Values group) {
        for (final Located<String> port : MemberKeys.ports(group)) {
            if (taken.contains(port.value())) {
                problems.error(
                        port.node(),
                        "port '" + port.value() + "' leads to or from a splitter",
                        "name ports with hosts");
            }
        }
    }
}
