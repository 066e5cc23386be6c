package io.polycast.sim.rack.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class RackSimulationTest {
    private static final RackSettings TABLE = RackSettings.table(4, false, 1);
    private static final int REMOTE = FabricShape.port(1, 0);

    private static RackResult run(final RackSettings settings, final RackFlow... flows) {
        return RackSimulation.run(
                new RackScenario(
                        settings,
                        List.of(flows),
                        RackTimes.MS / 10,
                        RackTimes.MS / 2,
                        RackTimes.MS / 100,
                        1));
    }

    private static RackFlow flow(final double gbps, final Integer... to) {
        return RackFlow.direct("f", 0, List.of(to), 1_522, gbps);
    }

    @Test
    void shouldTakeAsLongAsItsPartsWithoutLoad() {
        final long line = 1_522 * RackTimes.LINE_BYTE;
        final long crossbar = 47 * RackTimes.CYCLE;
        final double local = run(TABLE, flow(1, 1)).meanDelayUs() * 1e6;
        final long parts = 2 * line + 3 * RackTimes.LOCAL + RackTimes.HEADER_DELAY + crossbar;
        assertEquals(parts, local, RackTimes.CYCLE);
        final double remote = run(TABLE, flow(1, REMOTE)).meanDelayUs() * 1e6;
        final long links = 2 * 256 * RackTimes.LINK_BYTE;
        assertEquals(
                parts - 3 * RackTimes.LOCAL + 3 * RackTimes.REMOTE + links,
                remote,
                10 * RackTimes.CYCLE);
    }

    @Test
    void shouldDeliverEachFrameToEachDestinationOnce() {
        final RackResult result = run(TABLE, flow(50, 1, 2, REMOTE));
        final double frames = 0.4e9 / flow(50, 1).intervalPs();
        for (final RackResult.Subflow each : result.subflows()) {
            assertEquals(frames, each.frames(), 2, each.name());
        }
        assertEquals(0, result.counts().copiesDropped());
    }

    @Test
    void shouldGiveTheSameResultTwice() {
        final RackResult one = run(TABLE, flow(99, 1, 2, 3, REMOTE));
        final RackResult two = run(TABLE, flow(99, 1, 2, 3, REMOTE));
        assertEquals(one.events(), two.events());
        assertEquals(one.counts(), two.counts());
        for (int i = 0; i < one.subflows().size(); i++) {
            assertArrayEquals(one.subflows().get(i).series(), two.subflows().get(i).series());
        }
    }

    @Test
    void shouldNotAllocatePerEvent() {
        final RackSimulation simulation =
                new RackSimulation(
                        new RackScenario(
                                TABLE,
                                List.of(flow(99, 1, 2, 3, REMOTE)),
                                0,
                                100 * RackTimes.MS,
                                100 * RackTimes.MS,
                                1));
        simulation.step(200_000);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long self = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(self);
        simulation.step(100_000);
        final long allocated = threads.getThreadAllocatedBytes(self) - before;
        assertTrue(allocated < 4_096, allocated + " bytes in 100,000 events");
    }

    @Test
    void shouldRepeatCorruptedPacketsOnTheirLink() {
        final RackSettings faulty = TABLE.withShape(new FabricShape(4, 32, 16, 10_000));
        final RackResult clean = run(TABLE, flow(20, REMOTE));
        final RackResult result = run(faulty, flow(20, REMOTE));
        assertTrue(result.counts().retries() > 0);
        assertEquals(clean.meanGbps(), result.meanGbps(), 0.2);
        assertTrue(result.meanDelayUs() > clean.meanDelayUs());
    }

    @Test
    void shouldHoldNoMoreThanTheBuffersOfASpine() {
        final RackFlow[] flows = new RackFlow[3];
        for (int i = 0; i < flows.length; i++) {
            flows[i] = RackFlow.direct("u" + i, FabricShape.port(i + 1, 0), List.of(0), 1_522, 99);
        }
        final RackResult result = run(TABLE.withShape(new FabricShape(4, 2, 16, 0)), flows);
        assertTrue(result.counts().mostInSpine() <= 16);
        // Two links of 25 Gb/s carry 50 Gb/s for all three, less 10 bytes a message.
        assertEquals(50, result.subflows().stream().mapToDouble(RackResult.Subflow::gbps).sum(), 2);
    }

    @Test
    void shouldShareAnEgressEquallyAmongSources() {
        final RackFlow[] flows = new RackFlow[3];
        for (int i = 0; i < flows.length; i++) {
            flows[i] = RackFlow.direct("u" + i, FabricShape.port(i, 1), List.of(0), 1_522, 99);
        }
        for (final RackResult.Subflow each : run(TABLE, flows).subflows()) {
            assertEquals(100.0 / 3, each.gbps(), 1, each.name());
        }
    }

    @Test
    void shouldPauseASourceRatherThanDropLosslessFrames() {
        final RackSettings lossless = RackSettings.table(4, true, 1);
        final RackResult result =
                run(
                        lossless,
                        RackFlow.direct("a", 1, List.of(0), 1_522, 99),
                        RackFlow.direct("b", REMOTE, List.of(0), 1_522, 99));
        assertTrue(result.counts().pauses() > 0);
        assertEquals(0, result.counts().framesRefused());
        assertEquals(0, result.counts().copiesDropped());
    }
}
