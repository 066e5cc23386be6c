package io.polycast.sim.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.topology.Branch;
import io.polycast.topology.MulticastTree;
import io.polycast.topology.PortLoad;
import io.polycast.topology.Topologies;
import io.polycast.topology.Topology;
import io.polycast.topology.TreePlanner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Hop by hop, registration lays the trees that a planner of the whole network lays. */
class TreesOfRegistrationTest {
    private static final int GROUPS = 1000;
    private static final int GROUPS_OF_CORES = 100;
    private static final int MOST_MEMBERS = 16;

    static Stream<Arguments> networks() {
        return Stream.of(
                Arguments.of("fat tree of radix 4", Topologies.fatTree(4)),
                Arguments.of("fat tree of radix 8", Topologies.fatTree(8)),
                Arguments.of("spine and leaf", Topologies.spineLeaf(4, 8, 8)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void shouldLayTheTreesOfThePlanner(final String name, final Topology topology) {
        layTrees(name, new PlainFabric(topology, new Wire(1, 0, 0, 0), false, false), GROUPS);
    }

    /** The same through whole switches: frames, signatures, role cepheus and its table. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void shouldLayThemThroughWholeSwitches(final String name, final Topology topology) {
        final CoreFabric fabric =
                new CoreFabric(topology, new Wire(1, 0, 0, 0), true, GROUPS_OF_CORES + 1);
        layTrees(name, fabric, GROUPS_OF_CORES);
        assertEquals(0, fabric.refused(), name);
        fabric.close();
    }

    private static void layTrees(final String name, final Fabric fabric, final int groups) {
        final Topology topology = fabric.topology;
        final TreePlanner planner = new TreePlanner(topology, new PortLoad(topology));
        final Random random = new Random(42);
        for (int group = 1; group <= groups; group++) {
            final List<Integer> members =
                    new ArrayList<>(IntStream.range(0, topology.hostCount()).boxed().toList());
            Collections.shuffle(members, random);
            final List<Integer> some = members.subList(0, 2 + random.nextInt(MOST_MEMBERS - 1));
            final Leader leader = new Leader(fabric.hosts.get(some.get(0)), fabric.group(group));
            leader.register(1, some.subList(1, some.size()));
            fabric.settle();
            assertEquals(Leader.State.IDLE, leader.state, name + ", group " + group);
            assertEquals(
                    expected(fabric, planner.plan(some)), actual(fabric, group), "group " + group);
        }
    }

    private static Map<Integer, List<String>> expected(
            final Fabric fabric, final MulticastTree tree) {
        final Map<Integer, List<String>> paths = new TreeMap<>();
        for (final Map.Entry<Integer, List<Branch>> entry : tree.branches().entrySet()) {
            paths.put(
                    entry.getKey(),
                    entry.getValue().stream()
                            .map(
                                    branch ->
                                            text(
                                                    branch.port(),
                                                    fabric.mac(branch.node()),
                                                    fabric.topology.isHost(branch.node())))
                            .sorted()
                            .toList());
        }
        return paths;
    }

    private static Map<Integer, List<String>> actual(final Fabric fabric, final int group) {
        final Map<Integer, List<String>> paths = new TreeMap<>();
        for (int node = 0; node < fabric.topology.switchCount(); node++) {
            final GroupSpec spec = fabric.spec(node, group);
            if (spec != null) {
                final List<String> all = new ArrayList<>();
                for (final PathSpec path : spec.paths()) {
                    all.add(text(path.port(), path.mac(), path.isHost()));
                }
                Collections.sort(all);
                paths.put(node, all);
            }
        }
        return paths;
    }

    private static String text(final int port, final long mac, final boolean isHost) {
        return port + " " + Long.toHexString(mac) + (isHost ? " host" : " switch");
    }
}
