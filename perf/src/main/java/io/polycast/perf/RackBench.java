package io.polycast.perf;

import io.polycast.sim.rack.event.RackTimes;
import io.polycast.sim.rack.net.FabricShape;
import io.polycast.sim.rack.run.RackSimulation;
import io.polycast.sim.rack.scenario.RackFlow;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.sim.rack.scenario.RackSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One event of the rack simulator: a flow of 1,522-byte frames at 99 Gb/s to 4 local and 4 remote
 * destinations, in a run that goes on.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class RackBench {
    /** Events of an invocation. */
    static final int EVENTS = 10_000;

    /** Longer than any run of the benchmark. */
    private static final long END = 1_000_000 * RackTimes.MS;

    private RackSimulation simulation;

    /** Lays the scenario, and lets the tables grow to what it needs. */
    @Setup
    public void setup() {
        final List<Integer> to =
                List.of(
                        1,
                        2,
                        3,
                        4,
                        FabricShape.port(1, 0),
                        FabricShape.port(2, 0),
                        FabricShape.port(3, 0),
                        FabricShape.port(4, 0));
        simulation =
                new RackSimulation(
                        new RackScenario(
                                RackSettings.table(5, false, 1),
                                List.of(RackFlow.direct("m", 0, to, 1_522, 99)),
                                0,
                                END,
                                END,
                                1));
        simulation.advance(RackTimes.MS / 10);
    }

    /**
     * @return events so far
     */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long rack_event() {
        simulation.step(EVENTS);
        return simulation.events();
    }
}
