package io.polycast.perf;

import io.polycast.mft.bridge.HeaderBridge;
import io.polycast.mft.bridge.Replicator;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
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
 * Replication of a classified frame to all receivers of its group: headers, IP checksum and ICRC of
 * each copy, and the egress. An operation is one copy.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class ReplicationBench {
    /** Copies in an invocation: a multiple of every fan-out. */
    static final int COPIES = 64;

    private static final int DELTA_ENTRIES = 16 * 1024;

    /** What becomes of a copy. */
    @Param({"gather", "gather+descriptor", "copy"})
    public String mode;

    /** Bytes of the frame, without FCS. */
    @Param({"512", "1024", "4096"})
    public int size;

    /** Receivers: a power of two up to 64. */
    @Param("8")
    public int fanout;

    private final FrameInfo info = new FrameInfo();
    private EgressSink sink;
    private Replicator replicator;
    private int slot;
    private UnsafeBuffer frame;
    private long sent;

    /** A group whose source is its first path. */
    @Setup
    public void setup() throws GroupRefusedException {
        final Mft mft = Fixture.table(1, fanout);
        slot = mft.find(Fixture.mcstId(0));
        replicator =
                new Replicator(
                        mft,
                        new HeaderBridge(mft, Fixture.SWITCH_MAC, null, DELTA_ENTRIES),
                        Fixture.counters());
        frame = Fixture.direct(Fixture.data(size));
        Classifier.classify(frame, 0, size, info);
        sink =
                switch (mode) {
                    case "gather" -> new HeaderRing(false);
                    case "gather+descriptor" -> new HeaderRing(true);
                    case "copy" -> new CopyRing(fanout);
                    default -> throw new IllegalArgumentException("mode=" + mode);
                };
    }

    /**
     * @return copies that left
     */
    @Benchmark
    @OperationsPerInvocation(COPIES)
    public int replicate_copy() {
        int copies = 0;
        while (copies < COPIES) {
            copies += replicator.replicate(slot, 0, false, frame, info, sink);
        }
        sent += copies;
        return copies;
    }

    /** A figure of copies that did not leave, or left wrong, would be worthless. */
    @TearDown
    public void check() {
        final long taken =
                sink instanceof HeaderRing ring ? ring.copies() : ((CopyRing) sink).copies();
        if ((int) taken != (int) sent) {
            throw new IllegalStateException("sent=" + sent + " taken=" + taken);
        }
        Copies.requireRight(sink, frame, info, size);
    }
}
