package io.polycast.perf;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
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
 * One descriptor from the reader's thread to the engine's: filled, published, polled and read, over a Disruptor
 * ring made and used as the staged pipeline does it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class PipelineBench {
    static final int DESCRIPTORS = 4096;

    private static final int RING = 4096;
    private static final int BATCH = 64;

    /**
     * stream: as many under way as the ring holds; single: the next one leaves when the last has arrived, so
     * that it is the time from core to core.
     */
    @Param({"stream", "single"})
    public String pattern;

    private final FrameInfo info = new FrameInfo();
    private RingBuffer<Descriptor> ring;
    private EventPoller<Descriptor> poller;
    private Thread consumer;
    private volatile boolean running = true;
    private boolean single;
    private long published;
    private long lengths;
    private int taken;

    /** What the reader knows of a frame. */
    private static final class Descriptor {
        private int port;
        private int offset;
        private int length;
        private long receivedNs;
        private final FrameInfo info = new FrameInfo();
    }

    /** Makes the ring and starts the thread behind it. */
    @Setup
    public void setup() {
        final byte[] bytes = Fixture.data(1024);
        final UnsafeBuffer frame = Fixture.direct(bytes);
        Classifier.classify(frame, 0, bytes.length, info);
        single = pattern.equals("single");
        ring = RingBuffer.createSingleProducer(Descriptor::new, RING, new YieldingWaitStrategy());
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        consumer = new Thread(this::consume, "pc-core-0");
        consumer.setDaemon(true);
        consumer.start();
    }

    private void consume() {
        final IdleStrategy idle = new YieldingIdleStrategy();
        final EventPoller.Handler<Descriptor> handler = this::onDescriptor;
        while (running) {
            taken = 0;
            poll(handler);
            idle.idle(taken);
        }
    }

    private void poll(final EventPoller.Handler<Descriptor> handler) {
        try {
            poller.poll(handler);
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException("the benchmark's own handler threw", e);
        }
    }

    private boolean onDescriptor(
            final Descriptor descriptor, final long sequence, final boolean endOfBatch) {
        lengths += descriptor.length + descriptor.info.psn;
        return ++taken < BATCH;
    }

    /** {@value #DESCRIPTORS} descriptors; all but a ring's worth have arrived. */
    @Benchmark
    @OperationsPerInvocation(DESCRIPTORS)
    public void pipeline_hop() {
        for (int i = 0; i < DESCRIPTORS; i++) {
            while (ring.remainingCapacity() == 0) {
                Thread.yield();
            }
            final long sequence = ring.next();
            final Descriptor descriptor = ring.get(sequence);
            descriptor.port = 0;
            descriptor.offset = i;
            descriptor.length = info.frameLength;
            descriptor.receivedNs = sequence;
            descriptor.info.copyFrom(info);
            ring.publish(sequence);
            published++;
            if (single) {
                awaitTaken(sequence);
            }
        }
    }

    private void awaitTaken(final long sequence) {
        int spins = 0;
        while (poller.getSequence().get() < sequence) {
            if (++spins > 100) {
                Thread.yield();
            }
        }
    }

    /** A figure of descriptors that did not arrive would be worthless. */
    @TearDown
    public void check() throws InterruptedException {
        awaitTaken(published - 1);
        running = false;
        consumer.join();
        final long expected = published * (info.frameLength + info.psn);
        if (lengths != expected) {
            throw new IllegalStateException("lengths add up to " + lengths + ", not " + expected);
        }
    }
}
