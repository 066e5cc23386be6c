package io.polycast.core.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.shuffle.ComputedRepair;
import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.Placement;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Relays of whole instances against a model of sets: who transmits, who receives, who delivers. */
class ShufflecastPropertyTest {
    private static final int[][] SHAPES = {{2, 1}, {2, 2}, {2, 3}, {3, 2}, {4, 1}, {4, 2}};

    private static ShuffleShape shape(final int which) {
        return new ShuffleShape(SHAPES[which][0], SHAPES[which][1]);
    }

    /** Fewer ToRs than nodes make ToRs of two nodes and more. */
    private static int tors(final ShuffleShape shape, final Random random) {
        final int fewest = Placement.fewestTors(shape);
        final int count = fewest + random.nextInt(shape.nodes() - fewest + 1);
        try {
            return new Placement(shape, count).tors().size();
        } catch (final IllegalArgumentException noneSurvivesEachFailure) {
            return shape.nodes();
        }
    }

    private static Set<Integer> failures(
            final ShuffleShape shape, final Random random, final int most) {
        final Set<Integer> failed = new HashSet<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            failed.add(random.nextInt(shape.nodes()));
        }
        return failed;
    }

    /** Copies that hosts should get: frames that the ToR's first node receives, by "ToR port". */
    private static Map<String, Integer> model(
            final Instance instance,
            final int source,
            final List<List<Integer>> rules,
            final Set<Integer> failed) {
        final ShuffleShape shape = instance.shape;
        final Set<Integer> transmitting = new HashSet<>(Set.of(source));
        final Map<Integer, Integer> received = new HashMap<>();
        int before = 0;
        while (before != transmitting.size()) {
            before = transmitting.size();
            received.clear();
            for (int node = 0; node < shape.nodes(); node++) {
                for (int partition = 0; partition < shape.p(); partition++) {
                    final int mirror = shape.mirror(shape.feeder(node), partition);
                    if (transmitting.contains(mirror) && !failed.contains(mirror)) {
                        received.merge(node, 1, Integer::sum);
                    }
                }
                if (received.containsKey(node) && rules.get(node).contains(source)) {
                    transmitting.add(node);
                }
            }
        }
        final Map<String, Integer> copies = new HashMap<>();
        for (int i = 0; i < instance.tors.size(); i++) {
            final Tor tor = instance.tors.get(i);
            if (tor.nodes.contains(source)) {
                copies.put(i + " 1", 1);
            } else if (received.containsKey(tor.nodes.get(0))) {
                copies.put(i + " 0", received.get(tor.nodes.get(0)));
                copies.put(i + " 1", received.get(tor.nodes.get(0)));
            }
        }
        return copies;
    }

    private static Map<String, Integer> once(final Instance instance, final int source) {
        final Map<String, Integer> copies = new HashMap<>();
        for (int i = 0; i < instance.tors.size(); i++) {
            if (!instance.tors.get(i).nodes.contains(source)) {
                copies.put(i + " 0", 1);
            }
            copies.put(i + " 1", 1);
        }
        return copies;
    }

    @Property(tries = 60)
    void shouldReachEachMemberOnceWithRulesOfRepairs(
            @ForAll @IntRange(max = 5) final int which, @ForAll final long seed) {
        final ShuffleShape shape = shape(which);
        final Random random = new Random(seed);
        final Set<Integer> failed = failures(shape, random, shape.p() - 1);
        final Instance instance = new Instance(shape, tors(shape, random), failed);
        final int[] inOrder = failed.stream().mapToInt(Integer::intValue).toArray();
        instance.tell(
                1,
                Instance.sources(
                        shape, new ComputedRepair(shape, new FailedRelays(shape, inOrder))));
        for (int source = 0; source < shape.nodes(); source++) {
            if (!failed.contains(source)) {
                assertEquals(once(instance, source), instance.send(source), "source " + source);
            }
        }
        assertTrue(instance.isCounted());
    }

    @Property(tries = 60)
    void shouldReachWhomTheModelReachesWithoutRepair(
            @ForAll @IntRange(max = 5) final int which, @ForAll final long seed) {
        final ShuffleShape shape = shape(which);
        final Random random = new Random(seed);
        final Set<Integer> failed = failures(shape, random, shape.nodes());
        final Instance instance = new Instance(shape, tors(shape, random), failed);
        final List<List<Integer>> rules = Instance.sources(shape, new StaticRelays(shape));
        instance.tell(1, rules);
        for (int source = 0; source < shape.nodes(); source++) {
            assertEquals(
                    model(instance, source, rules, failed),
                    instance.send(source),
                    "source " + source);
        }
        assertTrue(instance.isCounted());
    }

    @Property(tries = 30)
    void shouldReachEachMemberOnceAtEachStepOfBreakBeforeMake(
            @ForAll @IntRange(min = 1, max = 5) final int which, @ForAll final long seed) {
        final ShuffleShape shape = shape(which);
        final Random random = new Random(seed);
        final int relay = random.nextInt(shape.nodes());
        final Instance instance = new Instance(shape, shape.nodes(), Set.of(relay));
        final List<List<Integer>> old = Instance.sources(shape, new StaticRelays(shape));
        final List<List<Integer>> next =
                Instance.sources(shape, new ComputedRepair(shape, new FailedRelays(shape, relay)));
        instance.tell(1, old);
        for (int node = 0; node < shape.nodes(); node++) {
            old.get(node).retainAll(next.get(node));
        }
        instance.tell(2, old);
        for (int source = 0; source < shape.nodes(); source++) {
            assertTrue(instance.send(source).values().stream().allMatch(count -> count == 1));
        }
        instance.tell(3, next);
        for (int source = 0; source < shape.nodes(); source++) {
            if (source != relay) {
                assertEquals(once(instance, source), instance.send(source), "source " + source);
            }
        }
    }
}
