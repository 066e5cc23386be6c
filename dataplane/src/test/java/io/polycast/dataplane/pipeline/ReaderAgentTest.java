package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.dataplane.groups.GroupDirectory;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ReaderAgentTest {
    private static final int RING = 64;

    private final FrameMemory memory = new FrameMemory(2048, 512, 64);
    private final MemoryPort port = new MemoryPort(0, "p0", memory, 256);
    private final RingBuffer<IngressEntry> ring =
            RingBuffer.createSingleProducer(IngressEntry::new, RING, new YieldingWaitStrategy());
    private final EventPoller<IngressEntry> poller = Rings.poller(ring);
    private final GroupDirectory directory = new GroupDirectory(1);
    private long nowNs = 5;
    private final ReaderAgent reader =
            new ReaderAgent(
                    new Port[] {port},
                    memory,
                    List.of(ring),
                    directory,
                    false,
                    16,
                    1_000,
                    new Cycle(
                            () -> nowNs,
                            DutyCycleTracker.over(new UnsafeBuffer(new byte[128])),
                            new Failure(new CountDownLatch(1)),
                            null,
                            0));
    private int polled;
    private int stale;

    private void inject(final byte[] frame) {
        assertTrue(port.inject(new UnsafeBuffer(frame), 0, frame.length));
    }

    private void poll() {
        Rings.poll(
                poller,
                (entry, sequence, last) -> {
                    memory.release(entry.offset);
                    polled++;
                    stale += entry.stale ? 1 : 0;
                    return true;
                });
    }

    @Test
    void shouldLeavePortAloneWhileRingIsFullAndLoseNothing() {
        final byte[] frame = RoceFrame.ipv4().build();
        for (int i = 0; i < 100; i++) {
            inject(frame);
        }
        for (int i = 0; i < 10; i++) {
            reader.doWork();
        }
        // Four batches of 16 fill the ring; the other six rounds find it full.
        assertEquals(RING, ring.getCursor() + 1);
        assertEquals(6, reader.stalls(0));
        assertEquals(RING, port.stats().rxFrames);
        poll();
        assertEquals(RING, polled);
        for (int i = 0; i < 3; i++) {
            reader.doWork();
        }
        poll();
        assertEquals(100, polled);
        assertEquals(6, reader.stalls(0));
    }

    @Test
    void shouldMarkWhatWaitedWhileItStoodStill() {
        final byte[] frame = RoceFrame.ipv4().build();
        inject(frame);
        reader.doWork();
        for (int i = 0; i < 20; i++) {
            inject(frame);
        }
        nowNs += 1_000;
        reader.doWork();
        reader.doWork();
        inject(frame);
        reader.doWork();
        poll();
        assertEquals(22, polled);
        assertEquals(20, stale);
    }

    @Test
    void shouldVerifyFeedbackOfGroupsOnly() {
        directory.add(0x0AFF0001);
        final byte[] ack = RoceFrame.ack("10.0.0.2", "10.255.0.1", 1, 5, 0x1F, 1).build();
        final byte[] bad = ack.clone();
        bad[bad.length - 1] ^= 1;
        inject(ack);
        inject(bad);
        inject(RoceFrame.ack("10.0.0.2", "10.255.0.2", 1, 5, 0x1F, 1).build());
        inject(RoceFrame.ipv4().dst("10.255.0.1").build());
        reader.doWork();
        final boolean[] verified = new boolean[4];
        final int[] kinds = new int[4];
        Rings.poll(
                poller,
                (entry, sequence, last) -> {
                    verified[(int) sequence] = entry.info.icrcVerified;
                    kinds[(int) sequence] = entry.info.kind;
                    assertEquals(5, entry.receivedNs);
                    return true;
                });
        assertEquals(List.of(true, false, false, false), asList(verified));
        assertEquals(FrameKind.ROCE_ACK, kinds[0]);
        assertEquals(FrameKind.ROCE_DATA, kinds[3]);
    }

    private static List<Boolean> asList(final boolean[] values) {
        return List.of(values[0], values[1], values[2], values[3]);
    }
}
