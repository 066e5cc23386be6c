package io.polycast.mft.registration;

import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * This switch's part of a group's tree (Cepheus, section III-C). A node keeps the port that it has. Else it
 * takes a port that the tree uses, else the port that fewest groups use; the lowest of equals.
 */
final class TreeStep {
    private final UnicastTable routes;
    private final PortLoads loads;
    private final long mac;

    TreeStep(final UnicastTable routes, final PortLoads loads, final long mac) {
        this.routes = routes;
        this.loads = loads;
        this.mac = mac;
    }

    /**
     * Result: a tree, or a refusal.
     *
     * @param branches away from the leader
     * @param ports of the tree, one bit each
     * @param spec of the group's entry
     * @param refusal null when there is a tree
     */
    record Plan(List<Branch> branches, long ports, GroupSpec spec, MrpRefusal refusal) {}

    /** A way out of this switch: a host, or the switch at a port. */
    private record Exit(int port, long mac, MrpAddress host) implements Comparable<Exit> {
        @Override
        public int compareTo(final Exit other) {
            if (port != other.port) {
                return Integer.compare(port, other.port);
            }
            if (mac != other.mac) {
                return Long.compare(mac, other.mac);
            }
            final int high = Long.compareUnsigned(host.high(), other.host.high());
            return high != 0 ? high : Long.compareUnsigned(host.low(), other.host.low());
        }
    }

    /**
     * Lays the tree.
     *
     * @param group address of the group
     * @param set of the revision
     * @param upstream hop towards the leader
     * @param before the revision in force, or null
     * @return tree or refusal
     */
    Plan plan(
            final MrpAddress group, final MemberSet set, final Peer upstream, final Round before) {
        final List<PathSpec> paths = new ArrayList<>();
        final MrpReason fault = pathUp(set, upstream, paths);
        if (fault != null) {
            return refused(fault, set.group().leader());
        }
        final List<MrpNode> members = new ArrayList<>(set.nodes());
        members.removeIf(MrpNode::isLeader);
        final Map<MrpAddress, Exit> exits = new TreeMap<>(TreeStep::compare);
        final long used = before == null ? 0 : before.ports();
        for (final MrpNode node : members) {
            final Exit kept = kept(node, upstream, before);
            if (kept != null) {
                exits.put(node.address(), kept);
            }
        }
        for (final MrpNode node : members) {
            if (!exits.containsKey(node.address())) {
                final Exit exit = choose(node, upstream, exits, used);
                if (exit == null) {
                    return refused(MrpReason.NO_ROUTE, node.address());
                }
                exits.put(node.address(), exit);
            }
        }
        return build(group, set, upstream, paths, groupByExit(members, exits));
    }

    /** The path towards the leader: to its host, if the set names it, else to a switch. */
    private MrpReason pathUp(final MemberSet set, final Peer upstream, final List<PathSpec> paths) {
        MrpNode leader = null;
        for (final MrpNode node : set.nodes()) {
            if (node.isLeader() || node.address().equals(set.group().leader())) {
                if (leader != null || !node.isLeader()) {
                    return MrpReason.LEADER_ABSENT;
                }
                leader = node;
            }
        }
        if (leader == null) {
            paths.add(Paths.toSwitch(upstream.port(), upstream.mac(), PathSpec.NO_FIRST_PSN));
            final long neighbour = routes.switchAt(upstream.port());
            if (neighbour == UnicastTable.NO_SWITCH) {
                return MrpReason.LEADER_ABSENT;
            }
            return neighbour == upstream.mac() ? null : MrpReason.NO_ROUTE;
        }
        if (!leader.address().equals(set.group().leader())
                || !leader.address().equals(upstream.address())) {
            return MrpReason.LEADER_ABSENT;
        }
        paths.add(Paths.toHost(set, leader, upstream.port(), upstream.mac()));
        for (final Hop hop : routes.hops(leader.address())) {
            if (hop.isHost() && upstream.is(hop.port(), hop.mac())) {
                return null;
            }
        }
        return MrpReason.NO_ROUTE;
    }

    private Exit kept(final MrpNode node, final Peer upstream, final Round before) {
        if (before == null) {
            return null;
        }
        for (final Branch branch : before.branches()) {
            for (final MrpNode served : branch.nodes()) {
                if (served.address().equals(node.address())) {
                    return exitAt(node, upstream, branch.peer());
                }
            }
        }
        return null;
    }

    private Exit exitAt(final MrpNode node, final Peer upstream, final Peer peer) {
        for (final Hop hop : routes.hops(node.address())) {
            if (peer.is(hop.port(), hop.mac()) && isAway(hop, upstream)) {
                return exit(hop, node);
            }
        }
        return null;
    }

    private Exit choose(
            final MrpNode node,
            final Peer upstream,
            final Map<MrpAddress, Exit> exits,
            final long usedBefore) {
        long used = 0;
        for (final Exit exit : exits.values()) {
            used |= 1L << exit.port();
        }
        Hop best = null;
        int bestRank = Integer.MAX_VALUE;
        for (final Hop hop : routes.hops(node.address())) {
            if (isAway(hop, upstream)) {
                final int rank = rank(hop, used, usedBefore);
                if (rank < bestRank) {
                    bestRank = rank;
                    best = hop;
                }
            }
        }
        return best == null ? null : exit(best, node);
    }

    /** Smaller is better: a direct port, one of the tree, one of the tree in force, then by load. */
    private int rank(final Hop hop, final long used, final long usedBefore) {
        if (hop.isHost()) {
            return -3;
        }
        if ((used >>> hop.port() & 1) != 0) {
            return -2;
        }
        return (usedBefore >>> hop.port() & 1) != 0 ? -1 : loads.of(hop.port());
    }

    /** A switch does not send a member back to where the packet came from. */
    private static boolean isAway(final Hop hop, final Peer upstream) {
        return hop.isHost() || hop.port() != upstream.port();
    }

    private static Exit exit(final Hop hop, final MrpNode node) {
        return new Exit(hop.port(), hop.mac(), hop.isHost() ? node.address() : MrpAddress.NONE);
    }

    private static Map<Exit, List<MrpNode>> groupByExit(
            final List<MrpNode> members, final Map<MrpAddress, Exit> exits) {
        final Map<Exit, List<MrpNode>> behind = new TreeMap<>();
        for (final MrpNode node : members) {
            behind.computeIfAbsent(exits.get(node.address()), exit -> new ArrayList<>()).add(node);
        }
        return behind;
    }

    private Plan build(
            final MrpAddress group,
            final MemberSet set,
            final Peer upstream,
            final List<PathSpec> paths,
            final Map<Exit, List<MrpNode>> behind) {
        final List<Branch> branches = new ArrayList<>();
        long ports = 1L << upstream.port();
        for (final Map.Entry<Exit, List<MrpNode>> entry : behind.entrySet()) {
            final Exit exit = entry.getKey();
            final List<MrpNode> nodes = entry.getValue();
            final boolean host = !exit.host().equals(MrpAddress.NONE);
            final MrpAddress address = host ? exit.host() : group;
            paths.add(
                    host
                            ? Paths.toHost(set, nodes.get(0), exit.port(), exit.mac())
                            : Paths.toSwitch(exit.port(), exit.mac(), Paths.firstPsn(set, nodes)));
            branches.add(new Branch(new Peer(exit.port(), exit.mac(), address), host, nodes));
            ports |= 1L << exit.port();
        }
        if (paths.size() > GroupSpec.MAX_PATHS) {
            return refused(MrpReason.PATHS_FULL, MrpAddress.NONE);
        }
        return new Plan(branches, ports, Paths.group(group, set.group(), paths), null);
    }

    private Plan refused(final MrpReason reason, final MrpAddress node) {
        return new Plan(List.of(), 0, null, new MrpRefusal(reason, mac, node));
    }

    private static int compare(final MrpAddress a, final MrpAddress b) {
        final int high = Long.compareUnsigned(a.high(), b.high());
        return high != 0 ? high : Long.compareUnsigned(a.low(), b.low());
    }
}
