package io.polycast.fuzz.shufflecast;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Ways of a datagram at a ToR of the nodes 0 and 5 of a 2,2-Shufflecast, by sets. */
final class RelayModel {
    /** Logical nodes, the first delivers. */
    static final List<Integer> NODES = List.of(0, 5);

    /** Ports to the nodes' splitters; each is followed by the two ports from splitters. */
    static final List<Integer> SPLITTERS = List.of(2, 5);

    /** Hosts are on the ports below. */
    static final int HOSTS = 2;

    static final int TORS = 8;

    private final Map<Integer, Set<Integer>> rules = new HashMap<>();
    private final Map<Integer, Long> versions = new HashMap<>();
    private final Map<Integer, Integer> members = new HashMap<>();

    /** Whether rules are taken, which then hold. */
    boolean install(final int node, final long version, final List<Integer> sources) {
        final Set<Integer> set = new HashSet<>(sources);
        final long before = versions.getOrDefault(node, 0L);
        final boolean same = version == before && set.equals(rules.getOrDefault(node, Set.of()));
        if (!NODES.contains(node)
                || version < 1
                || version <= before && !same
                || sources.stream().anyMatch(source -> source < 0 || source >= TORS)) {
            return false;
        }
        rules.put(node, set);
        versions.put(node, version);
        return true;
    }

    /** Sets the ports of a group; 0 removes it. */
    void group(final int id, final int ports) {
        members.put(id, ports);
    }

    /** Ports that get a copy of a datagram of a group that may be relayed; in ascending order. */
    Set<Integer> copies(final int port, final int source, final int group) {
        final Set<Integer> to = new TreeSet<>();
        final Set<Integer> hosts = new TreeSet<>();
        for (int host = 0; host < HOSTS; host++) {
            if ((members.getOrDefault(group, 0) >> host & 1) != 0) {
                hosts.add(host);
            }
        }
        if (port < HOSTS) {
            if (NODES.contains(source)) {
                to.add(SPLITTERS.get(NODES.indexOf(source)));
                to.addAll(hosts);
                to.remove(port);
            }
            return to;
        }
        final int index = port < SPLITTERS.get(1) ? 0 : 1;
        final int node = NODES.get(index);
        if (SPLITTERS.contains(port) || source < 0 || source >= TORS || source == node) {
            return to;
        }
        if (rules.getOrDefault(node, Set.of()).contains(source)) {
            to.add(SPLITTERS.get(index));
        }
        if (index == 0 && !NODES.contains(source)) {
            to.addAll(hosts);
        }
        return to;
    }
}
