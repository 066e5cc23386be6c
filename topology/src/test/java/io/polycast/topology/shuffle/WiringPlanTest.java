package io.polycast.topology.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WiringPlanTest {
    @Test
    void shouldGiveNineOfFifteenTorsTwoSplitters() {
        final ShuffleShape shape = new ShuffleShape(2, 3);
        final WiringPlan plan = new WiringPlan(shape, 15);
        final Placement placement = plan.placement();
        assertEquals(15, placement.tors().size());
        assertEquals(9, placement.sharedTors().size());
        assertEquals(24, plan.splitters());
        assertEquals(48, plan.fibres());
        assertEquals(48, plan.transceivers());
        for (final PhysicalTor tor : placement.sharedTors()) {
            assertEquals(2, tor.nodes().size());
        }
    }

    /** First trap: two mirrors in one ToR would fail together, and nobody would feed their ToRs. */
    @Test
    void shouldSurviveTheFailureOfAnyTorForAnyNumberOfTors() {
        for (final ShuffleShape shape :
                List.of(
                        new ShuffleShape(2, 1),
                        new ShuffleShape(2, 2),
                        new ShuffleShape(2, 3),
                        new ShuffleShape(2, 4),
                        new ShuffleShape(3, 2),
                        new ShuffleShape(4, 2),
                        new ShuffleShape(3, 3))) {
            for (int count = Placement.fewestTors(shape); count <= shape.nodes(); count++) {
                final List<PhysicalTor> tors = new Placement(shape, count).tors();
                assertEquals(count, tors.size());
                final Set<Integer> placed = new HashSet<>();
                for (final PhysicalTor tor : tors) {
                    placed.addAll(tor.nodes());
                    assertTrue(tor.nodes().size() <= (shape.nodes() + count - 1) / count);
                    survive(shape, tor);
                }
                assertEquals(shape.nodes(), placed.size());
            }
        }
    }

    private static void survive(final ShuffleShape shape, final PhysicalTor tor) {
        final FailedRelays failed =
                new FailedRelays(shape, tor.nodes().stream().mapToInt(node -> node).toArray());
        failed.checkRepairable(shape);
        final RepairReport report =
                RepairReport.of(shape, failed, new ComputedRepair(shape, failed));
        assertTrue(report.unreached().isEmpty(), () -> shape + " " + tor);
    }

    /** Second trap: both nodes receive each frame, and members get it once. */
    @Test
    void shouldDeliverEachFrameOnceInAToROfTwoNodes() {
        final ShuffleShape shape = new ShuffleShape(2, 3);
        for (final PhysicalTor tor : new Placement(shape, 15).tors()) {
            for (int source = 0; source < shape.nodes(); source++) {
                final RelayTree tree = new RelayTree(shape, source, new StaticRelays(shape));
                int arrived = 0;
                int delivered = 0;
                for (final int node : tor.nodes()) {
                    arrived += tree.hops(node) >= 0 ? 1 : 0;
                    delivered += tor.delivers(node, source) ? 1 : 0;
                }
                assertEquals(tor.nodes().size(), arrived);
                assertEquals(tor.nodes().contains(source) ? 0 : 1, delivered);
            }
        }
    }

    @Test
    void shouldNumberTorsAsNodesWhenEachHasOne() {
        final List<PhysicalTor> tors = new Placement(new ShuffleShape(3, 2), 18).tors();
        for (int i = 0; i < 18; i++) {
            assertEquals(new PhysicalTor(i, List.of(i)), tors.get(i));
        }
    }

    @Test
    void shouldBundleTheFibresOfMirrors() {
        final ShuffleShape shape = new ShuffleShape(2, 2);
        final WiringPlan plan = new WiringPlan(shape, 8);
        assertEquals(4, plan.bundles().size());
        assertEquals(new Bundle(1, List.of(1, 3), List.of(6, 7)), plan.bundles().get(1));
        assertEquals(plan.fibres(), plan.bundles().stream().mapToInt(Bundle::fibres).sum());
        assertEquals(1, plan.feeds(6, 0));
        assertEquals(3, plan.feeds(6, 1));
        assertFalse(plan.placement().sharedTors().contains(plan.placement().tors().get(0)));
    }

    @Test
    void shouldSayWhichNumbersOfTorsFit() {
        assertEquals(
                "8 ToRs are not in [9, 24], the range of a 2,3-Shufflecast; use another k",
                messageOf(new ShuffleShape(2, 3), 8));
        assertEquals(
                "25 ToRs are not in [9, 24], the range of a 2,3-Shufflecast; use another k",
                messageOf(new ShuffleShape(2, 3), 25));
        assertEquals(
                "4 ToRs are not in [5, 5], the range of a 5,1-Shufflecast; use another k",
                messageOf(new ShuffleShape(5, 1), 4));
        assertTrue(
                messageOf(new ShuffleShape(2, 9), 4000).contains("planned for up to 4096 nodes"));
    }

    private static String messageOf(final ShuffleShape shape, final int tors) {
        return assertThrows(IllegalArgumentException.class, () -> new WiringPlan(shape, tors))
                .getMessage();
    }
}
