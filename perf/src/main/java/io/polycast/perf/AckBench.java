package io.polycast.perf;

import io.polycast.ack.Outcome;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.psn.Psn;
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
 * One ACK into the group's state, and the MSN for the aggregate that it makes due. In pattern {@code
 * random} all receivers acknowledge each PSN, in random order; in {@code slowest} one is behind all
 * others, so that each of its ACKs moves the minimum.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class AckBench {
    /** How far the others are ahead of the slowest receiver, at first. */
    private static final int LEAD = 1 << 20;

    /** Receivers of the group. */
    @Param({"8", "64"})
    public int paths;

    /** Who acknowledges. */
    @Param({"random", "slowest"})
    public String pattern;

    private FeedbackRun run;
    private boolean isSlowestAlone;
    private int next;
    private int behind;
    private long due;
    private long aggregates;

    /** A group whose source is its first path. */
    @Setup
    public void setup() throws GroupRefusedException {
        run = new FeedbackRun(paths);
        isSlowestAlone =
                switch (pattern) {
                    case "random" -> false;
                    case "slowest" -> true;
                    default -> throw new IllegalArgumentException("pattern=" + pattern);
                };
        behind = Psn.previous(run.psn);
        if (isSlowestAlone) {
            leave();
        }
    }

    /** All but the slowest acknowledge what lies far ahead of it. */
    private void leave() {
        run.psn = Psn.plus(run.psn, LEAD);
        run.forward();
        for (int i = 1; i < paths; i++) {
            run.aggregator.onAck(run.nowNs, run.slot, run.ids[i], run.psn, run.psn);
        }
    }

    /**
     * @return {@link Outcome}
     */
    @Benchmark
    public long ack_aggregate() {
        run.nowNs += 100;
        return isSlowestAlone ? slowest() : inTurn();
    }

    private long inTurn() {
        final long outcome = ack(run.ids[next], run.psn);
        if (++next == paths) {
            next = 0;
            due++;
            run.forwardNext();
        }
        return outcome;
    }

    private long slowest() {
        behind = Psn.next(behind);
        if (behind == run.psn) {
            leave();
        }
        due++;
        return ack(run.ids[0], behind);
    }

    private long ack(final int id, final int psn) {
        final long outcome = run.aggregator.onAck(run.nowNs, run.slot, id, psn, psn);
        if (Outcome.action(outcome) == Outcome.ACK) {
            aggregates++;
            return outcome ^ run.aggregator.msn(run.slot);
        }
        return outcome;
    }

    /** A figure of ACKs that moved nothing would be worthless. */
    @TearDown
    public void check() {
        if (aggregates != due) {
            throw new IllegalStateException("due=" + due + " aggregates=" + aggregates);
        }
    }
}
