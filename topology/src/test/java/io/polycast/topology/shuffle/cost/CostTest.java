package io.polycast.topology.shuffle.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.topology.shuffle.RelayTree;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostTest {
    private static final double EXACT = 1e-9;

    @Test
    void shouldCountTheExcessPortsOfFigure1() {
        assertEquals(14, new PacketCore(8, 4).excessPorts());
        assertEquals(206, new PacketCore(192, 32).excessPorts());
        assertEquals(4, new PacketCore(4, 4).excessPorts());
        assertEquals(1024 + 34 + 34 + 2 + 2, new PacketCore(1024, 32).excessPorts());
        assertThrows(IllegalArgumentException.class, () -> new PacketCore(8, 2));
    }

    @Test
    void shouldCountHopsThroughTheCore() {
        assertEquals(2, new PacketCore(4, 4).meanHops(), EXACT);
        // Two ToRs below each of two switches: one of three others is near.
        assertEquals((2 + 4 + 4) / 3.0, new PacketCore(4, 3).meanHops(), EXACT);
    }

    @Test
    void shouldCountActivePorts() {
        assertEquals(12, TreeParts.of(new ShuffleShape(2, 2)).ports());
        assertEquals(22, TreeParts.of(new PacketCore(8, 4)).ports());
        assertEquals(16, TreeParts.ofOverlay(8).ports());
        assertEquals(
                12 * 3.64, TreeParts.of(new ShuffleShape(2, 2)).watts(LineRate.GBPS_10), EXACT);
    }

    @Test
    void shouldPriceAToROf4And4() {
        final ShuffleShape shape = new ShuffleShape(4, 4);
        assertEquals(488.78, TreeParts.usdPerTor(shape, LineRate.GBPS_10), EXACT);
        assertEquals(739.58, TreeParts.usdPerTor(shape, LineRate.GBPS_25), EXACT);
        assertEquals(1864.78, TreeParts.usdPerTor(shape, LineRate.GBPS_100), EXACT);
        assertEquals(
                12 * 82.5 + 8 * TreeParts.FIBRE_USD + 4 * 7.5,
                TreeParts.of(new ShuffleShape(2, 2)).usd(LineRate.GBPS_10, 7.5),
                EXACT);
    }

    @Test
    void shouldWeighLossAgainstBudgets() {
        assertEquals(34.8, new Splitter(1024).lossDb(), EXACT);
        assertEquals(4.2, new Splitter(2).lossDb(), EXACT);
        assertEquals(14.9 - 4.2 - 3.6, new Splitter(2).marginDb(LineRate.GBPS_10, 10), EXACT);
        assertEquals(9.3, new Splitter(3).usd());
        for (final LineRate rate : LineRate.values()) {
            final int most = Splitter.maxFanout(rate);
            assertTrue(new Splitter(most).marginDb(rate, 0) >= 0);
            assertTrue(new Splitter(most + 1).marginDb(rate, 0) < 0);
        }
        assertEquals(
                "fan-out 9: table I has splitters up to 1:8",
                assertThrows(IllegalArgumentException.class, () -> new Splitter(9).usd())
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new Splitter(1));
    }

    @Test
    void shouldHaveTheSameMeanHopsForAllSources() {
        for (final ShuffleShape shape :
                List.of(new ShuffleShape(2, 3), new ShuffleShape(3, 2), new ShuffleShape(4, 1))) {
            for (int source = 0; source < shape.nodes(); source++) {
                final RelayTree tree = new RelayTree(shape, source, new StaticRelays(shape));
                int hops = 0;
                for (int tor = 0; tor < shape.nodes(); tor++) {
                    hops += tree.hops(tor);
                }
                assertEquals(
                        HopLatency.meanHops(shape), (double) hops / (shape.nodes() - 1), EXACT);
            }
        }
    }

    @Test
    void shouldFindASwitchForMostRacks() {
        final List<RackSurvey.Unused> results = RackSurvey.run();
        assertTrue(results.size() > 500);
        assertTrue(results.stream().allMatch(each -> each.ports() >= 0 && each.gbps() >= 0));
    }
}
