package io.polycast.topology.rack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.rack.RackShape.Scope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RackTreePlannerTest {
    private static final RackShape PAPER = RackShape.PAPER;
    private final RackTreePlanner planner = new RackTreePlanner(PAPER);

    @Test
    void shouldCountTheFabricOfThePaper() {
        assertEquals(128, PAPER.leaves());
        assertEquals(640, PAPER.terminals());
        assertEquals(
                12,
                IntStream.range(0, 128)
                        .map(leaf -> PAPER.place(leaf, Scope.TRIPLET))
                        .distinct()
                        .count());
    }

    @Test
    void shouldReachWhatEquationOneSays() {
        assertEquals(
                List.of(4, 24, 84, 264, 804),
                IntStream.rangeClosed(0, 4).mapToObj(PAPER::reach).toList());
        assertThrows(IllegalArgumentException.class, () -> PAPER.reach(5));
    }

    @Test
    void shouldBroadcastToAllPortsFromEveryPort() {
        for (int source = 0; source < PAPER.terminals(); source++) {
            final RackTree tree = planner.plan(source, all());
            assertEquals(639, tree.destinations());
            assertEquals(4, tree.levels());
            check(tree, new TreeSet<>(all()));
        }
    }

    /** Figure 14: one rack surrogate per rack, three triplets below it, CIEs below those. */
    @Test
    void shouldBroadcastByRackTripletCieAndLeaf() {
        final RackTree tree = planner.plan(0, all());
        final RackNode source = tree.nodes().get(0);
        assertEquals(List.of(1, 2, 3, 4), source.deliver());
        assertEquals(List.of(1, 32, 64, 96), source.forward());
        final Map<Integer, RackNode> byLeaf = byLeaf(tree);
        assertEquals(List.of(33, 44, 56), byLeaf.get(32).forward());
        assertEquals(List.of(34, 36, 40), byLeaf.get(33).forward());
        assertEquals(List.of(37, 38, 39), byLeaf.get(36).forward());
        assertEquals(4, byLeaf.get(39).level());
    }

    @Test
    void shouldNeedOneLevelForFewLeaves() {
        final List<Integer> members = IntStream.range(0, 8).map(i -> 5 * (1 + i)).boxed().toList();
        final RackTree tree = planner.plan(0, members);
        assertEquals(1, tree.levels());
        assertEquals(16, tree.load());
        assertEquals(9, tree.idealLoad());
    }

    @Test
    void shouldLoadNoLinkForLocalMembers() {
        final RackTree tree = planner.plan(7, List.of(5, 6, 7));
        assertEquals(1, tree.nodes().size());
        assertEquals(0, tree.load());
        assertEquals(0, tree.idealLoad());
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThrows(IllegalArgumentException.class, () -> planner.plan(640, List.of()));
        assertThrows(IllegalArgumentException.class, () -> planner.plan(0, List.of(-1)));
        assertThrows(IllegalArgumentException.class, () -> new RackShape(0, 8, 4, 5, 8));
        assertThrows(
                IllegalArgumentException.class,
                () -> new RackTreePlanner(new RackShape(5, 8, 4, 5, 8)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new RackTreePlanner(new RackShape(4, 8, 4, 5, 7)));
    }

    /** Equation 2, L at most 2 L*, on 1,000 random trees. */
    @Property(tries = 1000)
    void shouldLoadAtMostTwiceTheIdeal(
            @ForAll @IntRange(max = 639) final int source,
            @ForAll @IntRange(min = 1, max = 640) final int size,
            @ForAll final long seed) {
        final Random random = new Random(seed);
        final Set<Integer> members = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            members.add(random.nextInt(PAPER.terminals()));
        }
        final RackTree tree = planner.plan(source, members);
        check(tree, members);
        assertTrue(tree.load() <= 2 * tree.idealLoad());
    }

    /** Follows every copy from the source, without the planner's help. */
    private static void check(final RackTree tree, final Set<Integer> members) {
        final Map<Integer, RackNode> byLeaf = byLeaf(tree);
        final Set<Integer> reached = new HashSet<>();
        final Set<Integer> fed = new HashSet<>();
        final Deque<RackNode> next = new ArrayDeque<>(List.of(tree.nodes().get(0)));
        fed.add(next.peek().leaf());
        while (!next.isEmpty()) {
            final RackNode node = next.poll();
            assertTrue(node.fanout() <= PAPER.fanout(), node.toString());
            assertTrue(node.level() <= RackShape.MAX_LEVELS, node.toString());
            assertTrue(node.level() == 0 || !node.deliver().isEmpty(), node.toString());
            for (final int terminal : node.deliver()) {
                assertEquals(node.leaf(), PAPER.leafOf(terminal));
                assertTrue(reached.add(terminal), "twice: " + terminal);
            }
            for (final int leaf : node.forward()) {
                assertTrue(fed.add(leaf), "leaf fed twice: " + leaf);
                assertEquals(node.level() + 1, byLeaf.get(leaf).level());
                next.add(byLeaf.get(leaf));
            }
        }
        assertEquals(tree.nodes().size(), fed.size());
        final Set<Integer> expected = new HashSet<>(members);
        expected.remove(tree.source());
        assertEquals(expected, reached);
    }

    private static Map<Integer, RackNode> byLeaf(final RackTree tree) {
        final Map<Integer, RackNode> byLeaf = new HashMap<>();
        tree.nodes().forEach(node -> byLeaf.put(node.leaf(), node));
        return byLeaf;
    }

    private static List<Integer> all() {
        return new ArrayList<>(IntStream.range(0, PAPER.terminals()).boxed().toList());
    }
}
