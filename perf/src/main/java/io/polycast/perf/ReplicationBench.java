package io.polycast.perf;

import io.polycast.core.SwitchCore;
import io.polycast.core.SwitchSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.psn.Psn;
import io.polycast.xdp.port.FrameCopy;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
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
 * One frame through the whole engine to eight receivers; an operation is one copy, written in full, as
 * a driver does that cannot gather.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReplicationBench {
    private static final int FANOUT = 8;

    /** PSN in front of the payload and behind AckReq: the last 3 bytes of the BTH. */
    private static final int PSN_WORD = 14 + 20 + 8 + 8;

    /** Bytes of payload. */
    @Param({"512", "1024", "4096"})
    public int size;

    private final CopySink sink = new CopySink();
    private CounterBlock counters;
    private SwitchCore core;
    private UnsafeBuffer frame;
    private int length;
    private int psn = Fixture.FIRST_PSN;
    private long nowNs;
    private long sent;

    /** A group whose source is established. */
    @Setup
    public void setup() throws GroupRefusedException {
        final SwitchSettings settings = SwitchSettings.of(Fixture.SWITCH_MAC, 1 + FANOUT);
        counters = new CounterBlock(Fixture.direct(CounterBlock.LENGTH), 0);
        core =
                new SwitchCore(
                        settings,
                        Fixture.direct(
                                FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())),
                        counters);
        core.setGroup(0, Fixture.group(0, FANOUT), sink);
        final byte[] bytes = Fixture.data(size);
        frame = Fixture.direct(bytes);
        length = bytes.length;
        replicate_copy();
    }

    /**
     * @return id of the frame's ending
     */
    @Benchmark
    @OperationsPerInvocation(FANOUT)
    public int replicate_copy() {
        frame.putInt(PSN_WORD, psn, ByteOrder.BIG_ENDIAN);
        psn = Psn.next(psn);
        sent++;
        nowNs += 100;
        return core.onFrame(nowNs, 0, frame, 0, length, sink);
    }

    /** A figure of frames that were dropped would be worthless. */
    @TearDown
    public void check() {
        if (counters.get(Ending.REPLICATED) != sent || sink.copies != sent * FANOUT) {
            throw new IllegalStateException(
                    "of "
                            + sent
                            + " frames "
                            + counters.get(Ending.REPLICATED)
                            + " were replicated, as "
                            + sink.copies
                            + " copies");
        }
    }

    /** Writes copies into a ring of chunks that does not stay in the first-level cache. */
    private static final class CopySink implements EgressSink {
        private static final int CHUNK = 4352;
        private static final int CHUNKS = 256;

        private final UnsafeBuffer memory = Fixture.direct(CHUNKS * CHUNK);
        private int next;
        private long copies;

        @Override
        public boolean offer(
                final int egressPort,
                final DirectBuffer frame,
                final int offset,
                final int length) {
            throw new IllegalStateException("no frame of the switch's own is due here");
        }

        @Override
        public boolean offerCopy(
                final int egressPort,
                final DirectBuffer header,
                final int headerOffset,
                final int headerLength,
                final DirectBuffer tail,
                final int tailOffset,
                final int tailLength,
                final int icrcIndex,
                final int icrc) {
            FrameCopy.gather(
                    memory,
                    next * CHUNK,
                    header,
                    headerOffset,
                    headerLength,
                    tail,
                    tailOffset,
                    tailLength,
                    icrcIndex,
                    icrc);
            next = (next + 1) % CHUNKS;
            copies++;
            return true;
        }
    }
}
