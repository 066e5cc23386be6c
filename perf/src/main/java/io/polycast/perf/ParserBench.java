package io.polycast.perf;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.icrc.IcrcDelta;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
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

/** Cost of classifying a frame. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class ParserBench {
    /** Source and destination address, UDP header, BTH up to DestQP. */
    private static final int CHANGED = 24;

    /** Bytes of the frame, without FCS. */
    @Param({"512", "1024", "4096"})
    public int size;

    private final FrameInfo info = new FrameInfo();
    private final Icrc icrc = new Icrc();
    private final UnsafeBuffer changes = new UnsafeBuffer(new byte[CHANGED]);
    private UnsafeBuffer frame;
    private int length;
    private int following;

    /** One frame of the size. */
    @Setup
    public void setup() {
        final byte[] bytes = Fixture.data(size);
        frame = Fixture.direct(bytes);
        length = bytes.length;
        Classifier.classify(frame, 0, length, info);
        if (!icrc.verify(frame, info)) {
            throw new IllegalStateException("the benchmark's own frame has a wrong ICRC");
        }
        following = info.payloadLength + 4;
        changes.putInt(0, 0x0102_0304);
        changes.putInt(20, 0x0000_0101);
    }

    /**
     * @return kind of the frame
     */
    @Benchmark
    public int parse_classify() {
        return Classifier.classify(frame, 0, length, info);
    }

    /**
     * @return ICRC over all bytes
     */
    @Benchmark
    public int icrc_full() {
        return icrc.compute(frame, info);
    }

    /**
     * @return ICRC from that of another frame and the bytes that differ, without a cache
     */
    @Benchmark
    public int icrc_patch() {
        return Icrc.load(frame, info.icrcOffset) ^ IcrcDelta.delta(changes, 0, CHANGED, following);
    }
}
