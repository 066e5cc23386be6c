package io.polycast.perf;

import io.polycast.ack.Outcome;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.wire.Aeth;
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

/**
 * One NAK into the group's state. All receivers miss the same PSN and say so in random order, so
 * that the last of a round makes one NAK. Then its data passes, and the next PSN is lost.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class NackBench {
    /** Receivers of the group. */
    @Param({"8", "64"})
    public int paths;

    private FeedbackRun run;
    private int next;
    private long rounds;
    private long naks;

    /** A group whose source is its first path. */
    @Setup
    public void setup() throws GroupRefusedException {
        run = new FeedbackRun(paths);
        run.forwardNext();
    }

    /**
     * @return {@link Outcome}
     */
    @Benchmark
    public long nack_aggregate() {
        run.nowNs += 100;
        final long outcome =
                run.aggregator.onNak(
                        run.nowNs,
                        run.slot,
                        run.ids[next],
                        run.psn,
                        Aeth.NAK_PSN_SEQUENCE_ERROR,
                        run.psn);
        if (Outcome.action(outcome) == Outcome.NAK) {
            naks++;
        }
        if (++next == paths) {
            next = 0;
            rounds++;
            for (final int id : run.ids) {
                run.aggregator.naks().onCopied(id);
            }
            run.aggregator.naks().onAnswered(run.slot, run.psn);
            run.forwardNext();
        }
        return outcome;
    }

    /** A figure of NAKs that said nothing would be worthless. */
    @TearDown
    public void check() {
        if (naks != rounds) {
            throw new IllegalStateException("rounds=" + rounds + " naks=" + naks);
        }
    }
}
