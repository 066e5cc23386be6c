package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.FrameMemory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RingFramesTest {
    private static final int FRAMES = 20;

    private final FrameMemory memory = new FrameMemory(2048, FRAMES, 1);
    private final RingBuffer<IngressEntry> ring =
            RingBuffer.createSingleProducer(IngressEntry::new, 64, new YieldingWaitStrategy());
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);

    private EngineAgent agent(final FrameExit exit) {
        final CepheusSettings settings = CepheusSettings.of(0x0200_0000_00FEL, 1);
        final UnsafeBuffer state =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        final Shard shard =
                new Shard(
                        new SwitchCore(1, new CepheusRole(settings, state, counters), counters),
                        counters,
                        new HeldFrames(0, new HeldPool(0, 1), counters));
        final Cycle cycle =
                new Cycle(
                        () -> 1,
                        DutyCycleTracker.over(new UnsafeBuffer(new byte[128])),
                        new Failure(new CountDownLatch(1)),
                        null,
                        0);
        return new EngineAgent(
                "pc-core-0",
                cycle,
                shard,
                exit,
                List.of(new RingFrames(ring, memory, shard, exit, 8, cycle)));
    }

    private void publishFrames() {
        for (int i = 0; i < FRAMES; i++) {
            final int offset = memory.acquireRx() + FrameMemory.HEADROOM;
            final long sequence = ring.next();
            final IngressEntry entry = ring.get(sequence);
            entry.offset = offset;
            entry.length = 60;
            Classifier.classify(memory.buffer(), offset, 60, entry.info);
            ring.publish(sequence);
        }
    }

    @Test
    void shouldNotLeaveFramesBehindWhenItEndsWhileItsExitIsFull() {
        final EngineAgent agent = agent(new BusyExit());
        publishFrames();
        agent.onClose();
        assertEquals(FRAMES, counters.get(Tally.FRAMES_IN));
        assertEquals(0, memory.chunksInUse());
    }

    /** Has no room the first times that it is asked. */
    private final class BusyExit implements FrameExit {
        private int asked;

        @Override
        public boolean hasRoom() {
            return ++asked > 5;
        }

        @Override
        public void release(final int offset) {
            memory.release(offset);
        }

        @Override
        public int flush() {
            return 0;
        }

        @Override
        public int room(final int egressPort) {
            return 0;
        }

        @Override
        public boolean offer(
                final int egressPort,
                final DirectBuffer frame,
                final int offset,
                final int length) {
            return false;
        }

        @Override
        public boolean offerCopy(
                final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
            return false;
        }
    }
}
