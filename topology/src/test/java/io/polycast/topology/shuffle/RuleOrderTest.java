package io.polycast.topology.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Why the rules that a repair takes away go before the rules that it brings come. */
class RuleOrderTest {
    @Provide
    Arbitrary<ShuffleShape> shapes() {
        return SmallShapes.any();
    }

    @Test
    void shouldCircleInEightOf56CasesWithOldAndNewRulesTogether() {
        final ShuffleShape shape = new ShuffleShape(2, 2);
        assertEquals(List.of(8, 56), circles(shape, false));
        assertEquals(List.of(8, 56), circles(shape, true));
    }

    /** Cases of source and failed relay in which frames circle, and all cases. */
    private static List<Integer> circles(final ShuffleShape shape, final boolean paper) {
        int circles = 0;
        int cases = 0;
        for (int tor = 0; tor < shape.nodes(); tor++) {
            final FailedRelays failed = new FailedRelays(shape, tor);
            final RelayRules repair =
                    paper ? new PaperRepair(shape, failed) : new ComputedRepair(shape, failed);
            for (int source = 0; source < shape.nodes(); source++) {
                if (source != tor) {
                    final Set<Integer> both = relays(shape, source, new StaticRelays(shape));
                    both.addAll(relays(shape, source, repair));
                    circles += circle(shape, source, both) ? 1 : 0;
                    cases++;
                }
            }
        }
        return List.of(circles, cases);
    }

    @Property(tries = 20)
    void shouldNotCircleWhenOldRulesGoFirst(@ForAll("shapes") final ShuffleShape shape) {
        for (int tor = 0; tor < shape.nodes(); tor++) {
            final RelayRules repair = new ComputedRepair(shape, new FailedRelays(shape, tor));
            for (int source = 0; source < shape.nodes(); source++) {
                if (source != tor) {
                    final Set<Integer> kept = relays(shape, source, new StaticRelays(shape));
                    final Set<Integer> repaired = relays(shape, source, repair);
                    kept.retainAll(repaired);
                    assertFalse(circle(shape, source, kept));
                    assertFalse(circle(shape, source, repaired));
                }
            }
        }
    }

    private static Set<Integer> relays(
            final ShuffleShape shape, final int source, final RelayRules rules) {
        return new TreeSet<>(new RelayTree(shape, source, rules).relays());
    }

    /** Whether relays feed each other in a circle; the source ends its own frames, and is in none. */
    private static boolean circle(
            final ShuffleShape shape, final int source, final Set<Integer> relays) {
        final int[] feeders = new int[shape.nodes()];
        final Deque<Integer> free = new ArrayDeque<>();
        final Set<Integer> others = new TreeSet<>(relays);
        others.remove(source);
        for (final int relay : others) {
            for (int i = 0; i < shape.p(); i++) {
                feeders[shape.firstFed(shape.mirrorClass(relay)) + i]++;
            }
        }
        others.stream().filter(relay -> feeders[relay] == 0).forEach(free::add);
        int ended = 0;
        while (!free.isEmpty()) {
            final int relay = free.poll();
            ended++;
            for (int i = 0; i < shape.p(); i++) {
                final int fed = shape.firstFed(shape.mirrorClass(relay)) + i;
                if (--feeders[fed] == 0 && others.contains(fed)) {
                    free.add(fed);
                }
            }
        }
        return ended < others.size();
    }
}
