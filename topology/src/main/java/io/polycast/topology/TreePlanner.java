package io.polycast.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Lays multicast trees as registration does (Cepheus, section III-C). From the leader's switch on,
 * each switch takes for each member a port on a shortest path. A port that the tree already uses is
 * preferred, so that replication happens as late as possible. Otherwise the port that fewest groups
 * use is taken, the lowest of equals.
 */
public final class TreePlanner {
    private static final int NONE = -1;

    private final Topology topology;
    private final PortLoad load;

    /**
     * @param topology to lay trees in
     * @param load of its ports; each tree adds to it
     */
    public TreePlanner(final Topology topology, final PortLoad load) {
        this.topology = topology;
        this.load = load;
    }

    /**
     * Lays a tree.
     *
     * @param members host numbers, each once, at least two; the first is the leader
     * @return the tree
     */
    public MulticastTree plan(final List<Integer> members) {
        if (members.size() < 2 || new HashSet<>(members).size() != members.size()) {
            throw new IllegalArgumentException("members " + members + ": at least two, each once");
        }
        final SortedMap<Integer, List<Branch>> branches = new TreeMap<>();
        final int leader = topology.hostNode(members.get(0));
        visit(leader, 0, members.subList(1, members.size()), members, branches);
        return new MulticastTree(members, branches);
    }

    /** Continues at the other end of a port, with the members that lie behind it. */
    private void visit(
            final int from,
            final int fromPort,
            final List<Integer> behind,
            final List<Integer> members,
            final SortedMap<Integer, List<Branch>> branches) {
        final int node = topology.peerNode(from, fromPort);
        if (topology.isHost(node)) {
            return;
        }
        if (branches.containsKey(node)) {
            throw new IllegalStateException("tree meets switch " + node + " twice");
        }
        final int ports = topology.portCount(node);
        final int ingress = topology.peerPort(from, fromPort);
        final List<List<Integer>> byPort = new ArrayList<>();
        for (int port = 0; port < ports; port++) {
            byPort.add(new ArrayList<>());
        }
        for (final int host : behind) {
            byPort.get(choose(node, host, byPort)).add(host);
        }
        final List<Integer> before = new ArrayList<>(members);
        before.removeAll(behind);
        byPort.set(ingress, before);
        final List<Branch> own = new ArrayList<>();
        for (int port = 0; port < ports; port++) {
            if (!byPort.get(port).isEmpty()) {
                own.add(new Branch(port, topology.peerNode(node, port), byPort.get(port)));
                load.add(node, port);
            }
        }
        branches.put(node, own);
        for (final Branch branch : own) {
            if (branch.port() != ingress) {
                visit(node, branch.port(), branch.hosts(), members, branches);
            }
        }
    }

    private int choose(final int node, final int host, final List<List<Integer>> byPort) {
        int best = NONE;
        for (int port = 0; port < byPort.size(); port++) {
            if (!topology.leadsTo(node, port, host)) {
                continue;
            }
            if (!byPort.get(port).isEmpty()) {
                return port;
            }
            if (best == NONE || load.groups(node, port) < load.groups(node, best)) {
                best = port;
            }
        }
        if (best == NONE) {
            throw new IllegalArgumentException("switch " + node + " has no way to host " + host);
        }
        return best;
    }
}
