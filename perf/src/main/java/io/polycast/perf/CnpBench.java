package io.polycast.perf;

import io.polycast.cnp.CnpFilter;
import io.polycast.mft.spec.GroupRefusedException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One congestion notification, of each receiver in turn, through the filter. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class CnpBench {
    private static final long WINDOW_NS = 1_000_000;
    private static final long GAP_NS = 50_000;
    private static final int HYSTERESIS = 2;

    /** Between two notifications. */
    private static final long STEP_NS = 1_000;

    /** Receivers of the group. */
    @Param({"8", "64"})
    public int paths;

    private FeedbackRun run;
    private CnpFilter filter;
    private int next;
    private long passed;
    private long signals;

    /** A group whose source is its first path. */
    @Setup
    public void setup() throws GroupRefusedException {
        run = new FeedbackRun(paths);
        filter = new CnpFilter(run.mft, WINDOW_NS, GAP_NS, HYSTERESIS);
    }

    /**
     * @return whether it passes
     */
    @Benchmark
    public boolean cnp_filter() {
        run.nowNs += STEP_NS;
        final boolean passes = filter.onSignal(run.nowNs, run.slot, run.ids[next]);
        next = next + 1 == paths ? 0 : next + 1;
        signals++;
        if (passes) {
            passed++;
        }
        return passes;
    }

    /** Some pass, and not all. */
    @TearDown
    public void check() {
        if (passed == 0 || passed == signals) {
            throw new IllegalStateException("signals=" + signals + " passed=" + passed);
        }
    }
}
