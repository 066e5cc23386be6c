package io.polycast.perf;

import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.sim.plain.PlainSimulation;
import io.polycast.sim.run.RunResult;
import io.polycast.sim.run.Simulation;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.HostKinds;
import io.polycast.sim.scenario.Noise;
import io.polycast.sim.scenario.Phase;
import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.scenario.Shape;
import io.polycast.sim.scenario.Transport;
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
 * One packet over one link of the simulator, every invariant checked: a fat tree of radix 4, one
 * group of 8, path MTU 256. A run allocates its network, made anew each time.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class SimulationBench {
    /** Packets on links in one run: the same in every run, because a run follows from its seed. */
    static final int PACKETS = 256_068;

    private static final int MESSAGES = 400;
    private static final int MESSAGE_BYTES = 4096;

    private final Simulation simulation = new Simulation();
    private final PlainSimulation plain = new PlainSimulation();
    private Scenario scenario;

    /** Lays the scenario, and holds the count of packets to what the figures are divided by. */
    @Setup
    public void setup() {
        final Transport transport = Transport.plain(256, new Transport.Addressing(-1, false));
        scenario =
                new Scenario(
                        1,
                        new Shape(Shape.Kind.FAT_TREE, 4, 0, 0),
                        List.of(
                                new GroupPlan(
                                        List.of(0, 2, 4, 6, 8, 10, 12, 14),
                                        WorkOpcode.SEND,
                                        List.of(MESSAGE_BYTES),
                                        List.of(new Phase(0, MESSAGES, 0)),
                                        new GroupPlan.First(0xFF_FF00, true, -1),
                                        false,
                                        null,
                                        null)),
                        transport,
                        new Scenario.Trouble(Noise.NONE, List.of(), 0),
                        new Scenario.Links(80, 1_000),
                        Scenario.Switches.plain(1_000_000, false, transport.retryNs()),
                        HostKinds.PLAIN);
        final RunResult once = simulation.run(scenario);
        if (once.broken() != null || once.packets() != PACKETS) {
            throw new IllegalStateException(once.message() + ", packets=" + once.packets());
        }
    }

    /**
     * @return the run's events
     */
    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public long sim_hop() {
        return simulation.run(scenario).events();
    }

    /**
     * The same network without witnesses, its payload virtual.
     *
     * @return the run's events
     */
    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public long sim_hop_plain() {
        return plain.run(scenario).events();
    }
}
