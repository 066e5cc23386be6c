package io.polycast.perf;

import io.polycast.ack.AckAggregator;
import io.polycast.ack.Outcome;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.contract.CounterBlock;
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
 * One ACK into the group's state. Receivers answer in turn, so that every last of a round moves the
 * minimum and one aggregate leaves a round.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AggregatorBench {
    /** Receivers of the group. */
    @Param({"8", "63"})
    public int receivers;

    private Mft mft;
    private AckAggregator aggregator;
    private int slot;
    private int[] ids;
    private int next;
    private int psn = Fixture.FIRST_PSN;
    private long nowNs;
    private long rounds;
    private long aggregates;

    /** A group whose first path is the source. */
    @Setup
    public void setup() throws GroupRefusedException {
        mft = new Mft(1, 64, Fixture.direct(FeedbackLayout.length(1, 64)));
        final CounterBlock counters = new CounterBlock(Fixture.direct(CounterBlock.LENGTH), 0);
        slot = new MftWriter(mft).install(Fixture.group(0, receivers));
        aggregator = new AckAggregator(mft, counters, 1_000_000);
        aggregator.onSource(slot, mft.feedbackId(mft.row(slot, 0)));
        ids = new int[receivers];
        for (int i = 0; i < receivers; i++) {
            ids[i] = mft.feedbackId(mft.row(slot, 1 + i));
        }
        mft.groupFeedback().set(slot, GroupFeedback.HIGHEST_VALID);
        forward();
    }

    /** A packet went out to all. */
    private void forward() {
        mft.groupFeedback().highest(slot, psn);
    }

    /**
     * @return {@link Outcome}
     */
    @Benchmark
    public long ack_aggregate() {
        nowNs += 100;
        final long outcome = aggregator.onAck(nowNs, slot, ids[next], psn, psn);
        if (Outcome.action(outcome) == Outcome.ACK) {
            aggregates++;
        }
        if (++next == receivers) {
            next = 0;
            rounds++;
            psn = Psn.next(psn);
            forward();
        }
        return outcome;
    }

    /** A figure of ACKs that moved nothing would be worthless. */
    @TearDown
    public void check() {
        if (aggregates != rounds) {
            throw new IllegalStateException(
                    rounds + " rounds of ACKs made " + aggregates + " aggregates");
        }
    }
}
