package io.polycast.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TopologyTest {
    private static Topology draw(final int shape, final Random random) {
        return switch (shape) {
            case 0 -> Topologies.singleSwitch(2 + random.nextInt(30));
            case 1 ->
                    Topologies.spineLeaf(
                            1 + random.nextInt(4), 1 + random.nextInt(6), 2 + random.nextInt(6));
            default -> Topologies.fatTree(2 * (1 + random.nextInt(5)));
        };
    }

    @Test
    void shouldCountTheFatTreeOfTheBook() {
        for (int k = 2; k <= 16; k += 2) {
            final Topology tree = Topologies.fatTree(k);
            assertEquals(5 * k * k / 4, tree.switchCount());
            assertEquals(k * k * k / 4, tree.hostCount());
            for (int node = 0; node < tree.switchCount(); node++) {
                assertEquals(k, tree.portCount(node));
            }
        }
        final Topology tree = Topologies.fatTree(4);
        assertEquals(2, tree.hops(tree.hostNode(0), 1));
        assertEquals(4, tree.hops(tree.hostNode(0), 2));
        assertEquals(6, tree.hops(tree.hostNode(0), 4));
    }

    @Test
    void shouldRefuseWhatNoNetworkIs() {
        assertThrows(IllegalArgumentException.class, () -> Topologies.fatTree(3));
        assertThrows(IllegalArgumentException.class, () -> Topologies.singleSwitch(65));
        assertThrows(IllegalArgumentException.class, () -> new TopologyBuilder(1, 1).link(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new TopologyBuilder(1, 1).build());
        final TreePlanner planner = planner(Topologies.singleSwitch(3));
        assertThrows(IllegalArgumentException.class, () -> planner.plan(List.of(1)));
        assertThrows(IllegalArgumentException.class, () -> planner.plan(List.of(1, 1)));
    }

    private static TreePlanner planner(final Topology topology) {
        return new TreePlanner(topology, new PortLoad(topology));
    }

    @Property(tries = 300)
    void shouldJoinBothEndsOfEveryLink(
            @ForAll @IntRange(min = 0, max = 2) final int shape, @ForAll final long seed) {
        final Topology topology = draw(shape, new Random(seed));
        for (int node = 0; node < topology.nodeCount(); node++) {
            for (int port = 0; port < topology.portCount(node); port++) {
                final int peer = topology.peerNode(node, port);
                final int back = topology.peerPort(node, port);
                assertNotEquals(node, peer);
                assertEquals(node, topology.peerNode(peer, back));
                assertEquals(port, topology.peerPort(peer, back));
            }
        }
    }

    @Property(tries = 500)
    void shouldReachEveryMemberOnceAndNobodyElseWhoeverSends(
            @ForAll @IntRange(min = 0, max = 2) final int shape, @ForAll final long seed) {
        final Random random = new Random(seed);
        final Topology topology = draw(shape, random);
        final List<Integer> hosts = new ArrayList<>();
        for (int host = 0; host < topology.hostCount(); host++) {
            hosts.add(host);
        }
        Collections.shuffle(hosts, random);
        final List<Integer> members = hosts.subList(0, 2 + random.nextInt(hosts.size() - 1));
        final MulticastTree tree = planner(topology).plan(members);
        for (final int source : members) {
            final List<Integer> reached = flood(topology, tree, source);
            final Set<Integer> others = new HashSet<>(members);
            others.remove(source);
            assertEquals(others.size(), reached.size());
            assertEquals(others, new HashSet<>(reached));
        }
        for (final List<Branch> branches : tree.branches().values()) {
            final List<Integer> behind = new ArrayList<>();
            branches.forEach(branch -> behind.addAll(branch.hosts()));
            assertEquals(members.size(), behind.size());
            assertEquals(new HashSet<>(members), new HashSet<>(behind));
        }
    }

    /** Hosts that a frame of the source reaches when every switch sends it on by all its branches. */
    private static List<Integer> flood(
            final Topology topology, final MulticastTree tree, final int source) {
        final List<Integer> reached = new ArrayList<>();
        final Deque<int[]> arrivals = new ArrayDeque<>();
        final int from = topology.hostNode(source);
        arrivals.add(new int[] {topology.peerNode(from, 0), topology.peerPort(from, 0)});
        while (!arrivals.isEmpty()) {
            final int[] at = arrivals.remove();
            if (topology.isHost(at[0])) {
                reached.add(at[0] - topology.switchCount());
                continue;
            }
            for (final Branch branch : tree.branches().get(at[0])) {
                if (branch.port() != at[1]) {
                    arrivals.add(
                            new int[] {branch.node(), topology.peerPort(at[0], branch.port())});
                }
            }
        }
        return reached;
    }

    @Test
    void shouldReplicateAsLateAsItCan() {
        final Topology topology = Topologies.spineLeaf(4, 2, 8);
        final MulticastTree tree = planner(topology).plan(List.of(0, 8, 9, 10));
        assertEquals(2, tree.branches().get(0).size());
        assertEquals(4, tree.branches().get(1).size());
        assertEquals(3, tree.branches().size());
    }

    @Test
    void shouldSpreadGroupsOverEqualPorts() {
        final Topology topology = Topologies.spineLeaf(4, 2, 4);
        final PortLoad load = new PortLoad(topology);
        final TreePlanner planner = new TreePlanner(topology, load);
        for (int group = 0; group < 12; group++) {
            planner.plan(List.of(group % 4, 4 + group % 4));
        }
        for (int spine = 0; spine < 4; spine++) {
            assertEquals(3, load.groups(0, 4 + spine));
        }
    }

    @Test
    void shouldTellShortestWaysOnly() {
        final Topology topology = Topologies.fatTree(4);
        assertTrue(topology.leadsTo(0, 0, 0));
        assertFalse(topology.leadsTo(0, 1, 0));
        assertFalse(topology.leadsTo(0, 2, 0));
        assertTrue(topology.leadsTo(0, 2, 4));
        assertTrue(topology.leadsTo(0, 3, 4));
    }
}
