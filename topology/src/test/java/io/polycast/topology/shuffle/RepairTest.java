package io.polycast.topology.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RepairTest {
    @Provide
    Arbitrary<ShuffleShape> shapes() {
        return SmallShapes.any();
    }

    private static RepairReport paper(final ShuffleShape shape, final int... failed) {
        final FailedRelays relays = new FailedRelays(shape, failed);
        return RepairReport.of(shape, relays, new PaperRepair(shape, relays));
    }

    private static RepairReport computed(final ShuffleShape shape, final int... failed) {
        final FailedRelays relays = new FailedRelays(shape, failed);
        return RepairReport.of(shape, relays, new ComputedRepair(shape, relays));
    }

    /** The example of section III-C. */
    @Test
    void shouldMoveTheRulesOfRelay8AsThePaper() {
        final ShuffleShape shape = new ShuffleShape(2, 3);
        final List<Integer> of8 =
                Arrays.stream(new StaticRelays(shape).sources(8)).boxed().toList();
        final RepairReport report = paper(shape, 8);
        assertEquals(Map.of(8, of8, 2, List.of(0, 16)), report.off());
        assertEquals(Map.of(12, of8, 6, List.of(0, 16)), report.on());
        assertEquals(12, of8.size());
        assertTrue(report.unreached().isEmpty());
        assertTrue(report.maxHops() <= 8);
    }

    /** Figure 4: who is lost when relay 8 of 2,3 fails and nothing is repaired. */
    @Test
    void shouldLoseTheTorsOfFigure4WithoutRepair() {
        final ShuffleShape shape = new ShuffleShape(2, 3);
        final FailedRelays failed = new FailedRelays(shape, 8);
        final RelayRules unrepaired =
                (source, relays) -> {
                    new StaticRelays(shape).fill(source, relays);
                    failed.strike(relays);
                };
        final Map<Integer, Integer> lost = new TreeMap<>();
        for (int source = 0; source < shape.nodes(); source++) {
            if (source != 8) {
                lost.merge(
                        new RelayTree(shape, source, unrepaired).unreached().size(),
                        1,
                        Integer::sum);
            }
        }
        assertEquals(Map.of(0, 12, 2, 6, 6, 3, 7, 1, 15, 1), lost);
    }

    @Property(tries = 40)
    void shouldRecoverEachSingleFailureAsThePaperSays(@ForAll("shapes") final ShuffleShape shape) {
        for (int tor = 0; tor < shape.nodes(); tor++) {
            final RepairReport report = paper(shape, tor);
            assertEquals(Map.of(), report.unreached());
            assertTrue(report.maxHops() <= 3 * shape.k() - 1);
            assertTrue(computed(shape, tor).unreached().isEmpty());
        }
    }

    /** The paper promises recovery from fewer than p failures; repeated failure by failure it is not kept. */
    @Test
    void shouldLeaveTwoMirrorsThatWaitForEachOther() {
        final ShuffleShape shape = new ShuffleShape(3, 2);
        final FailedRelays failed = new FailedRelays(shape, 0, 1);
        final RelayTree tree = new RelayTree(shape, 9, new PaperRepair(shape, failed));
        assertEquals(List.of(2, 3, 4, 9, 11, 13), tree.relays());
        assertEquals(shape.feeder(13), shape.mirrorClass(4));
        assertEquals(shape.feeder(4), shape.mirrorClass(13));
        final RepairReport paper = paper(shape, 0, 1);
        assertEquals(List.of(3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14), paper.unreached().get(9));
        final RepairReport computed = computed(shape, 0, 1);
        assertEquals(Map.of(), computed.unreached());
        assertTrue(computed.maxHops() <= 4);
    }

    @Property(tries = 40)
    void shouldComputeTheRulesOfAlgorithm1WithoutFailures(
            @ForAll("shapes") final ShuffleShape shape) {
        final ComputedRepair repair = new ComputedRepair(shape, new FailedRelays(shape));
        final int[] expected = new int[shape.classes()];
        final int[] computed = new int[shape.classes()];
        for (int source = 0; source < shape.nodes(); source++) {
            new StaticRelays(shape).fill(source, expected);
            repair.fill(source, computed);
            assertArrayEquals(expected, computed);
        }
    }

    @Property(tries = 150)
    void shouldReachAllTorsWithFewerThanPFailures(
            @ForAll("shapes") final ShuffleShape shape, @ForAll final long seed) {
        final int[] set =
                new Random(seed)
                        .ints(0, shape.nodes())
                        .distinct()
                        .limit(1 + Math.floorMod(seed, shape.p() - 1))
                        .toArray();
        final FailedRelays failed = new FailedRelays(shape, set);
        final ComputedRepair repair = new ComputedRepair(shape, failed);
        for (int source = 0; source < shape.nodes(); source++) {
            if (failed.contains(source)) {
                continue;
            }
            final RelayTree tree = new RelayTree(shape, source, repair);
            final int[] flooded = RelayTreeTest.flood(shape, source, tree.relays());
            assertTrue(Arrays.stream(flooded).allMatch(hops -> hops >= 0));
            assertTrue(tree.maxHops() <= 2 * shape.k(), () -> shape + " " + Arrays.toString(set));
            assertEquals(shape.classes(), tree.relays().size());
            assertTrue(tree.relays().stream().noneMatch(failed::contains));
        }
    }

    @Property(tries = 60)
    void shouldReportWhatFloodingFinds(
            @ForAll("shapes") final ShuffleShape shape, @ForAll final long seed) {
        final int count = Math.min(shape.nodes() - 1, 1 + Math.floorMod(seed, 5));
        final int[] set = new Random(seed).ints(0, shape.nodes()).distinct().limit(count).toArray();
        final FailedRelays failed = new FailedRelays(shape, set);
        for (final RelayRules rules :
                List.of(new ComputedRepair(shape, failed), new PaperRepair(shape, failed))) {
            final RepairReport report = RepairReport.of(shape, failed, rules);
            for (int source = 0; source < shape.nodes(); source++) {
                final TreeSet<Integer> relays = new TreeSet<>();
                for (int tor = 0; tor < shape.nodes(); tor++) {
                    final boolean before = new StaticRelays(shape).relays(tor, source);
                    final boolean off = report.off().getOrDefault(tor, List.of()).contains(source);
                    final boolean on = report.on().getOrDefault(tor, List.of()).contains(source);
                    assertFalse(on && before || off && !before);
                    if (before && !off || on) {
                        assertFalse(failed.contains(tor));
                        relays.add(tor);
                    }
                }
                if (!failed.contains(source)) {
                    final int[] hops = RelayTreeTest.flood(shape, source, new ArrayList<>(relays));
                    final Set<Integer> dry = new TreeSet<>();
                    for (int tor = 0; tor < hops.length; tor++) {
                        if (hops[tor] < 0) {
                            dry.add(tor);
                        }
                    }
                    assertEquals(
                            List.copyOf(dry), report.unreached().getOrDefault(source, List.of()));
                }
            }
        }
    }

    @Test
    void shouldSayWhichTorsHaveNoLiveRelay() {
        final ShuffleShape shape = new ShuffleShape(2, 2);
        final FailedRelays mirrors = new FailedRelays(shape, 2, 5, 0);
        assertEquals(
                "no live relay is left for ToRs 4 to 5: all their relays [0, 2] have failed;"
                        + " at most p - 1 = 1 of them may fail",
                assertThrows(IllegalArgumentException.class, () -> mirrors.checkRepairable(shape))
                        .getMessage());
        new FailedRelays(shape, 0, 1, 6, 7).checkRepairable(shape);
        assertEquals(
                "ToR 3 is named twice",
                assertThrows(IllegalArgumentException.class, () -> new FailedRelays(shape, 3, 3))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new FailedRelays(shape, 8));
    }
}
