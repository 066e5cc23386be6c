package io.polycast.perf;

import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.Mft;
import java.util.SplittableRandom;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of finding a group among others in random order: a batch of 64 frames' look-ups, out of a
 * sequence too long for any cache to learn.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class TableBench {
    private static final int QUESTIONS = 1 << 20;
    private static final int BATCH = 64;
    private static final int RECEIVERS = 3;

    /** Groups in the table. */
    @Param({"1000", "100000"})
    public int groups;

    private final int[] questions = new int[QUESTIONS];
    private Mft mft;
    private int next;

    /** A full table, and what will be asked. */
    @Setup
    public void setup() throws GroupRefusedException {
        mft = Fixture.table(groups, RECEIVERS);
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < QUESTIONS; i++) {
            questions[i] = Fixture.mcstId(random.nextInt(groups));
        }
    }

    /**
     * @return sum of the groups' slots
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int mft_lookup() {
        final int from = next;
        next = from + BATCH & QUESTIONS - 1;
        int sum = 0;
        for (int i = from; i < from + BATCH; i++) {
            final int slot = mft.find(questions[i]);
            if (slot == Mft.NONE) {
                throw new IllegalStateException("a group that was installed is not found");
            }
            sum += slot;
        }
        return sum;
    }
}
