package io.polycast.topology.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Lemmas 1 to 4 against brute force. */
class RelayTreeTest {
    @Provide
    Arbitrary<ShuffleShape> shapes() {
        return SmallShapes.any();
    }

    private static RelayTree tree(final ShuffleShape shape, final int source) {
        return new RelayTree(shape, source, new StaticRelays(shape));
    }

    @Test
    void shouldRouteAsFigure3() {
        final ShuffleShape shape = new ShuffleShape(2, 2);
        final RelayTree of0 = tree(shape, 0);
        assertEquals(List.of(0, 1, 4, 5), of0.relays());
        assertEquals(List.of(0, 4, 1), of0.route(1));
        assertEquals(List.of(0, 5, 2), of0.route(2));
        assertEquals(List.of(0, 5, 3), of0.route(3));
        assertEquals(List.of(0, 4), of0.route(4));
        assertEquals(List.of(0, 4, 1, 6), of0.route(6));
        assertEquals(List.of(0, 4, 1, 7), of0.route(7));
        final RelayTree of3 = tree(shape, 3);
        assertEquals(List.of(2, 3, 6, 7), of3.relays());
        assertEquals(List.of(3, 7, 2, 5), of3.route(5));
        assertEquals(List.of(3), of3.route(3));
        assertEquals(0, of3.hops(3));
        assertEquals(3, of3.maxHops());
    }

    @Property(tries = 30)
    void shouldReachAllTorsWithin2kMinus1Hops(@ForAll("shapes") final ShuffleShape shape) {
        for (int source = 0; source < shape.nodes(); source++) {
            final RelayTree tree = tree(shape, source);
            final int[] flooded = flood(shape, source, tree.relays());
            int most = 0;
            for (int tor = 0; tor < shape.nodes(); tor++) {
                assertEquals(flooded[tor], tree.hops(tor));
                assertEquals(tree.hops(tor) + 1, tree.route(tor).size());
                most = Math.max(most, flooded[tor]);
            }
            assertEquals(most, tree.maxHops());
            assertTrue(most <= 2 * shape.k() - 1);
            assertTrue(tree.unreached().isEmpty());
        }
    }

    @Property(tries = 30)
    void shouldTakeTheRoutesOfAlgorithm1(@ForAll("shapes") final ShuffleShape shape) {
        final NextHop algorithm = new NextHop(shape);
        for (int source = 0; source < shape.nodes(); source++) {
            final RelayTree tree = tree(shape, source);
            final TreeSet<Integer> relays = new TreeSet<>();
            for (int tor = 0; tor < shape.nodes(); tor++) {
                final List<Integer> route = new ArrayList<>(List.of(source));
                while (route.get(route.size() - 1) != tor) {
                    final int at = route.get(route.size() - 1);
                    relays.add(at);
                    route.add(algorithm.next(source, tor, at));
                }
                assertEquals(tree.route(tor), route);
            }
            assertEquals(List.copyOf(relays), tree.relays());
        }
    }

    @Property(tries = 30)
    void shouldRelayEquallyForAllSources(@ForAll("shapes") final ShuffleShape shape) {
        final StaticRelays rules = new StaticRelays(shape);
        for (int tor = 0; tor < shape.nodes(); tor++) {
            final int[] sources = rules.sources(tor);
            final int each = tor;
            assertEquals(shape.classes(), sources.length);
            assertTrue(Arrays.stream(sources).anyMatch(source -> source == each));
            for (final int source : sources) {
                assertTrue(tree(shape, source).relays().contains(tor));
            }
        }
    }

    /** All 256 sets of relays of 2,2: none smaller reaches all, and no three sets are disjoint. */
    @Test
    void shouldNeedOneRelayOfEachClass() {
        for (final ShuffleShape shape :
                List.of(new ShuffleShape(2, 2), new ShuffleShape(3, 1), new ShuffleShape(2, 1))) {
            for (int source = 0; source < shape.nodes(); source++) {
                int fewest = shape.nodes();
                for (int set = 0; set < 1 << shape.nodes(); set++) {
                    final List<Integer> relays = new ArrayList<>();
                    for (int tor = 0; tor < shape.nodes(); tor++) {
                        if ((set >> tor & 1) == 1) {
                            relays.add(tor);
                        }
                    }
                    final int[] hops = flood(shape, source, relays);
                    if (relays.contains(source) && Arrays.stream(hops).noneMatch(h -> h < 0)) {
                        fewest = Math.min(fewest, relays.size());
                    }
                }
                assertEquals(shape.classes(), fewest);
                assertEquals(fewest, tree(shape, source).relays().size());
            }
        }
    }

    @Property(tries = 30)
    void shouldLetPSourcesOfAColumnBeDisjoint(@ForAll("shapes") final ShuffleShape shape) {
        for (int column = 0; column < shape.k(); column++) {
            final TreeSet<Integer> used = new TreeSet<>();
            int ones = 0;
            for (int i = 0; i < shape.k(); i++) {
                ones = ones * shape.p() + 1;
            }
            for (int j = 0; j < shape.p(); j++) {
                for (final int relay : tree(shape, shape.tor(column, j * ones)).relays()) {
                    assertTrue(used.add(relay));
                }
            }
            assertEquals(shape.nodes(), used.size());
        }
    }

    @Test
    void shouldFeedTheSourceItselfWithOneColumn() {
        final RelayTree tree = tree(new ShuffleShape(5, 1), 3);
        assertEquals(List.of(3), tree.relays());
        assertEquals(List.of(3, 0), tree.route(0));
        assertEquals(1, tree.maxHops());
        assertFalse(new StaticRelays(new ShuffleShape(5, 1)).relays(0, 3));
    }

    /** Hops by breadth-first flooding along the digits, -1 where nothing arrives. */
    static int[] flood(final ShuffleShape shape, final int source, final List<Integer> relays) {
        final int[] hops = new int[shape.nodes()];
        Arrays.fill(hops, -1);
        hops[source] = 0;
        List<Integer> wave = List.of(source);
        for (int hop = 1; !wave.isEmpty(); hop++) {
            final List<Integer> next = new ArrayList<>();
            for (final int tor : wave) {
                for (int m = 0; m < shape.p() && relays.contains(tor); m++) {
                    final int fed =
                            shape.tor(
                                    shape.column(tor) + 1,
                                    (shape.row(tor) * shape.p() + m) % shape.rows());
                    if (hops[fed] < 0) {
                        hops[fed] = hop;
                        next.add(fed);
                    }
                }
            }
            wave = next;
        }
        return hops;
    }
}
