package io.polycast.perf;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.perf.rig.MemoryHosts;
import io.polycast.perf.rig.RigShape;
import io.polycast.perf.rig.SwitchRig;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One packet through a whole appliance between memory ports, to three receivers: the hosts are one thread, the
 * switch has its own. The time is that of the slowest of them, a window of packets being under way.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 150, timeUnit = TimeUnit.MILLISECONDS)
public class EndToEndBench {
    /** Packets of one invocation. */
    static final int PACKETS = 64;

    private static final int FANOUT = 3;

    /** Three busy threads leave the compiler little of two cores: most of it is done before the clock runs. */
    private static final int WARM_UP = 50_000;

    /** How the switch divides its work over threads. */
    @Param({"staged", "fused"})
    public String threading;

    /** Packets after which all receivers answer; 0: never. */
    @Param({"0", "16"})
    public int ackEvery;

    /** Bytes of payload. */
    @Param("1024")
    public int payload;

    private SwitchRig rig;
    private MemoryHosts hosts;

    /** Starts the switch and warms it up. */
    @Setup
    public void setup() {
        final RigShape shape = RigShape.of(threading, FANOUT, payload, ackEvery);
        rig = SwitchRig.start(shape);
        hosts = new MemoryHosts(shape, rig, (buffer, offset) -> {});
        hosts.exchange(WARM_UP);
    }

    /** {@value #PACKETS} packets more; as many, on average, have come out. */
    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public void end_to_end() {
        hosts.exchange(PACKETS);
    }

    /** A figure of packets that were lost would be worthless. */
    @TearDown
    public void check() {
        try {
            hosts.settle();
            final long replicated = rig.counters().total(Ending.REPLICATED);
            final long acks = rig.counters().total(Tally.ACKS_IN);
            if (replicated != hosts.sent()
                    || hosts.copies() != hosts.sent() * FANOUT
                    || acks != hosts.acksSent()) {
                throw new IllegalStateException(
                        "of "
                                + hosts.sent()
                                + " packets "
                                + replicated
                                + " were replicated, as "
                                + hosts.copies()
                                + " copies; of "
                                + hosts.acksSent()
                                + " ACKs "
                                + acks
                                + " were taken");
            }
        } finally {
            rig.close();
        }
    }
}
