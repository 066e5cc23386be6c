package io.polycast.perf;

import io.polycast.mft.spec.GroupRefusedException;
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

/** What a frame costs the whole engine, against the number of groups; eight receivers each. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class GroupCurveBench {
    private static final int FANOUT = 8;

    /** Groups in the table. */
    @Param({"1", "10", "100", "1000", "10000", "100000"})
    public int groups;

    private EngineRun run;

    /** A full table, with a source in each group. */
    @Setup
    public void setup() throws GroupRefusedException {
        run = new EngineRun(groups, FANOUT);
    }

    /**
     * @return sum of the frames' endings
     */
    @Benchmark
    @OperationsPerInvocation(EngineRun.BATCH)
    public int frame_by_groups() {
        return run.batch();
    }

    /** Every frame must have been replicated. */
    @TearDown
    public void check() {
        run.check();
    }
}
