package io.polycast.perf;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import java.util.SplittableRandom;
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
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to find a group among others, asked for in no order. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TableBench {
    private static final int QUESTIONS = 1 << 16;
    private static final int PATHS_PER_GROUP = 4;

    /** Groups in the table. */
    @Param({"1000", "100000"})
    public int groups;

    private final int[] questions = new int[QUESTIONS];
    private Mft mft;
    private int next;

    /** A full table, and what will be asked. */
    @Setup
    public void setup() throws GroupRefusedException {
        final int paths = groups * PATHS_PER_GROUP;
        mft = new Mft(groups, paths, Fixture.direct(FeedbackLayout.length(groups, paths)));
        final MftWriter writer = new MftWriter(mft);
        for (int n = 0; n < groups; n++) {
            writer.install(Fixture.group(n, PATHS_PER_GROUP - 1));
        }
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < QUESTIONS; i++) {
            questions[i] = Fixture.mcstId(random.nextInt(groups));
        }
    }

    /**
     * @return slot of the group
     */
    @Benchmark
    public int mft_lookup() {
        final int slot = mft.find(questions[next++ & QUESTIONS - 1]);
        if (slot == Mft.NONE) {
            throw new IllegalStateException("a group that was installed is not found");
        }
        return slot;
    }
}
