package io.polycast.sim.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.sim.draw.Draw;
import io.polycast.sim.draw.ScenarioDraw;
import io.polycast.sim.run.RunResult;
import io.polycast.sim.run.Simulation;
import io.polycast.sim.scenario.Fault;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.scenario.Scenario;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwarmTest {
    private static final int JOBS = 2;

    private static SwarmReport run(final long first, final long last) throws InterruptedException {
        return Swarm.run(first, last, JOBS, Draw.DEFAULT, done -> {});
    }

    private static void assertSound(final SwarmReport report) {
        assertEquals(List.of(), report.failures().stream().map(Failure::describe).toList());
    }

    @Test
    void shouldHoldEveryInvariantIn150Seeds() throws InterruptedException {
        final SwarmReport report = run(1, 150);
        assertSound(report);
        assertEquals(150, report.seeds());
        assertTrue(report.kernelFrames() > 10_000, report.kernelFrames() + " in kernels");
        for (final FaultKind kind : FaultKind.values()) {
            assertTrue(report.faults().get(kind) > 0, kind + " never happened");
        }
    }

    /** Seeds that found a defect of the engine or of the simulator (docs/results/reliability.md). */
    @ParameterizedTest
    @ValueSource(
            longs = {
                207867, 227812, 244227, 253169, 317615, 363965, 385832, 402787, 413191, 423416,
                516298, 529602, 623514, 759832, 798875, 901338
            })
    void shouldHoldEveryInvariantInSeedsThatFailed(final long seed) throws InterruptedException {
        assertSound(run(seed, seed));
    }

    @Test
    @Tag("search")
    void shouldMeetEveryFaultOftenIn2000Seeds() throws InterruptedException {
        final SwarmReport report = run(1, 2000);
        assertSound(report);
        assertTrue(report.lossesInjected() * 1000 >= report.packets());
        assertTrue(report.restartsInjected() >= 200);
        for (final FaultKind kind : FaultKind.values()) {
            assertTrue(report.faults().get(kind) >= 100, kind + ": " + report.faults().get(kind));
        }
    }

    @Test
    void shouldGiveTheSameRunForTheSameSeed() {
        for (long seed = 1; seed <= 20; seed++) {
            assertEquals(ScenarioDraw.of(seed), ScenarioDraw.of(seed));
            final RunResult one = new Simulation().run(ScenarioDraw.of(seed));
            final RunResult two = new Simulation().run(ScenarioDraw.of(seed));
            assertEquals(one.events(), two.events());
            assertEquals(one.endNs(), two.endNs());
            for (final FaultKind kind : FaultKind.values()) {
                assertEquals(one.faults().get(kind), two.faults().get(kind));
            }
        }
    }

    @Test
    void shouldShortenAFailureAndKeepItsInvariant() {
        // Faults that outlast the bound break progress: no transfer can complete over dead links.
        final Scenario scenario = everlasting(ScenarioDraw.of(4));
        final Simulation simulation = new Simulation();
        final RunResult result = simulation.run(scenario);
        assertEquals("PROGRESS", String.valueOf(result.broken()), result.message());
        final Failure failure = Shrinker.shrink(simulation, scenario, result);
        assertEquals(result.broken(), failure.shortResult().broken());
        assertTrue(failure.shortResult().packets() < result.packets());
        assertEquals(1, failure.shortened().groups().size());
        assertTrue(
                failure.describe().contains("./polycast sim faults --seeds 4..4"),
                failure.describe());
    }

    /** Every link of every host loses everything, and the end of the faults is only claimed. */
    private static Scenario everlasting(final Scenario drawn) {
        final List<Fault> faults =
                IntStream.range(0, drawn.shape().build().nodeCount())
                        .mapToObj(node -> new Fault(FaultKind.LINK_DOWN, 0, 1L << 42, node, 0))
                        .toList();
        return drawn.withFaults(faults).withNoise(Noise.NONE);
    }

    @Test
    void shouldRefuseARangeThatCountsDown() {
        assertThrows(IllegalArgumentException.class, () -> run(2, 1));
    }
}
