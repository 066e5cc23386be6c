package io.polycast.perf;

import io.polycast.mft.bridge.HeaderBridge;
import io.polycast.mft.bridge.Replicator;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
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
 * Cost of a copy whose ICRC is computed over all of its bytes instead of patched: full copies to
 * eight receivers, as {@link ReplicationBench} makes them, and that computation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class RecomputeBench {
    private static final int FANOUT = 8;
    private static final int DELTA_ENTRIES = 16 * 1024;

    /** Bytes of the frame, without FCS. */
    @Param({"512", "1024", "4096"})
    public int size;

    private final FrameInfo info = new FrameInfo();
    private final CopyRing sink = new CopyRing(FANOUT);
    private final Icrc icrc = new Icrc();
    private Replicator replicator;
    private int slot;
    private UnsafeBuffer frame;

    /** A group whose source is its first path. */
    @Setup
    public void setup() throws GroupRefusedException {
        final Mft mft = Fixture.table(1, FANOUT);
        slot = mft.find(Fixture.mcstId(0));
        replicator =
                new Replicator(
                        mft,
                        new HeaderBridge(mft, Fixture.SWITCH_MAC, null, DELTA_ENTRIES),
                        Fixture.counters());
        frame = Fixture.direct(Fixture.data(size));
        Classifier.classify(frame, 0, size, info);
    }

    /**
     * @return xor of the ICRCs
     */
    @Benchmark
    @OperationsPerInvocation(FANOUT)
    public int replicate_copy_recompute() {
        replicator.replicate(slot, 0, false, frame, info, sink);
        int sum = 0;
        for (int n = 0; n < FANOUT; n++) {
            final int at = sink.copy(n);
            final int computed =
                    icrc.compute(
                            sink.buffer(),
                            info.ipVersion,
                            at + info.l3Offset,
                            at + info.icrcOffset);
            Icrc.store(sink.buffer(), at + info.icrcOffset, computed);
            sum ^= computed;
        }
        return sum;
    }

    /** A figure of copies that left wrong would be worthless. */
    @TearDown
    public void check() {
        Copies.requireRight(sink, frame, info, size);
    }
}
