package io.polycast.dataplane.exit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.dataplane.pipeline.Cycle;
import io.polycast.dataplane.pipeline.Failure;
import io.polycast.dataplane.pipeline.WriterAgent;
import io.polycast.parser.contract.Copy;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class QueuedExitTest {
    private final FrameMemory memory = new FrameMemory(2048, 8, 2048);
    private final MemoryPort port = new MemoryPort(0, "p0", memory, 1024);
    private final RingBuffer<ExitEntry> ring =
            RingBuffer.createSingleProducer(
                    () -> new ExitEntry(QueuedExit.ENTRY_BYTES),
                    QueuedExit.ringSize(64),
                    new YieldingWaitStrategy());
    private final PortCredits credits = new PortCredits(new Port[] {port}, 1);
    private final QueuedExit exit = new QueuedExit(ring, memory, credits.share(0), 2);
    private final WriterAgent writer =
            new WriterAgent(
                    List.of(ring),
                    new Port[] {port},
                    credits,
                    memory,
                    4096,
                    new Cycle(
                            () -> 0,
                            DutyCycleTracker.over(new UnsafeBuffer(new byte[128])),
                            new Failure(new CountDownLatch(1)),
                            null,
                            0));

    private List<Integer> lengths() {
        final List<Integer> lengths = new ArrayList<>();
        port.drain((buffer, offset, length) -> lengths.add(length), Integer.MAX_VALUE);
        return lengths;
    }

    @Test
    void shouldCarryOrdersInOrderAndReleaseLast() {
        final UnsafeBuffer authored = new UnsafeBuffer(new byte[60]);
        port.close(); // gives the stocked chunks back: the test plays the receive side
        final int chunk = memory.acquireRx();
        assertTrue(exit.offer(0, authored, 0, 60));
        assertTrue(exit.offer(0, memory.buffer(), chunk, 100));
        assertTrue(
                exit.offerCopy(
                        0,
                        new Copy()
                                .header(authored, 42)
                                .tail(memory.buffer(), chunk + 42, 80)
                                .icrcIndex(76),
                        0,
                        0));
        exit.release(chunk);
        assertEquals(1, memory.references(chunk));
        writer.doWork();
        assertEquals(List.of(60, 100, 122), lengths());
        writer.doWork();
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldRefuseWhenFullButAlwaysHaveRoomForRelease() {
        final UnsafeBuffer authored = new UnsafeBuffer(new byte[60]);
        int taken = 0;
        while (exit.offer(0, authored, 0, 60)) {
            taken++;
        }
        assertEquals(ring.getBufferSize() - 1, taken);
        assertFalse(exit.hasRoom());
        port.close();
        final int chunk = memory.acquireRx();
        exit.release(chunk);
        assertEquals(0, ring.remainingCapacity());
        writer.doWork();
        assertEquals(taken, lengths().size());
        assertTrue(exit.hasRoom());
    }

    @Test
    void shouldReleaseHeldFramesLaterWhenTheRingIsFull() {
        port.close();
        final int[] held = {memory.acquireRx(), memory.acquireRx(), memory.acquireRx()};
        final UnsafeBuffer authored = new UnsafeBuffer(new byte[60]);
        while (exit.offer(0, authored, 0, 60)) {
            // until one slot is left
        }
        for (final int chunk : held) {
            exit.release(chunk);
        }
        assertFalse(exit.hasRoom());
        assertEquals(0, exit.flush());
        writer.doWork();
        assertFalse(exit.hasRoom(), "frames wait to be released");
        assertEquals(2, exit.flush());
        assertTrue(exit.hasRoom());
        writer.doWork();
        for (final int chunk : held) {
            assertEquals(0, memory.references(chunk));
        }
    }

    @Test
    void shouldHaveRoomForWhatTheWriterHasGranted() {
        assertEquals(0, exit.room(0), "nobody has asked the port");
        writer.doWork();
        assertEquals(ring.getBufferSize() - 1, exit.room(0));
        final UnsafeBuffer authored = new UnsafeBuffer(new byte[60]);
        int taken = 0;
        while (exit.room(0) > 0) {
            assertTrue(exit.offer(0, authored, 0, 60));
            taken++;
            if (exit.room(0) == 0) {
                writer.doWork();
            }
        }
        assertEquals(1024, taken);
        assertEquals(0, port.stats().txRingFull);
        assertEquals(1024, port.stats().txFrames);
    }

    @Test
    void shouldRefuseAuthoredFrameLongerThanEntry() {
        final UnsafeBuffer authored = new UnsafeBuffer(new byte[QueuedExit.ENTRY_BYTES + 1]);
        assertFalse(exit.offer(0, authored, 0, authored.capacity()));
        assertTrue(exit.offer(0, authored, 0, QueuedExit.ENTRY_BYTES));
    }
}
