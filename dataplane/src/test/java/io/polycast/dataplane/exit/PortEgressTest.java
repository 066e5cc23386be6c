package io.polycast.dataplane.exit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortStats;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** When a copy is completed, and which one may leave from where the frame was received. */
class PortEgressTest {
    private final FrameMemory memory = new FrameMemory(2048, 4, 4);
    private final List<String> calls = new ArrayList<>();
    private final UnsafeBuffer header = new UnsafeBuffer(new byte[64]);
    private final PortEgress egress =
            new PortEgress(new Port[] {new Recorder(0), new Recorder(1)}, memory);

    @Test
    void shouldLetTheLastCopyGoFromWhereTheFrameLies() {
        final int frame = memory.acquireRx() + FrameMemory.HEADROOM;
        copy(0, frame);
        copy(1, frame);
        egress.release(frame);
        assertEquals(List.of("0 begin", "0 end false", "1 begin", "1 end true"), calls);
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldNotTouchAFrameThatIsStillNeeded() {
        final int frame = memory.acquireRx() + FrameMemory.HEADROOM;
        memory.retain(frame);
        copy(1, frame);
        egress.release(frame);
        assertEquals(List.of("1 begin", "1 end false"), calls);
    }

    @Test
    void shouldNotTakeTheReleaseOfAnotherShardsFrameForItsOwn() {
        final int frame = memory.acquireRx() + FrameMemory.HEADROOM;
        final int other = memory.acquireRx() + FrameMemory.HEADROOM;
        copy(1, frame);
        egress.release(other);
        egress.release(frame);
        assertEquals(List.of("1 begin", "1 end false"), calls);
    }

    @Test
    void shouldCompleteACopyBeforeAnyOtherCall() {
        final int frame = memory.acquireRx() + FrameMemory.HEADROOM;
        copy(0, frame);
        assertTrue(egress.offer(1, header, 0, 60));
        copy(0, frame);
        egress.flush();
        egress.release(frame);
        assertEquals(
                List.of(
                        "0 begin",
                        "0 end false",
                        "1 send",
                        "0 begin",
                        "0 end false",
                        "0 flush",
                        "1 flush"),
                calls);
    }

    @Test
    void shouldSendBetweenFramesBeforeTooManyCopiesWait() {
        for (int i = 0; i < PortEgress.COPIES_AT_ONCE / 2 - 1; i++) {
            replicate();
        }
        calls.clear();
        replicate();
        assertEquals(
                List.of("0 begin", "0 end false", "1 begin", "1 end true", "0 flush", "1 flush"),
                calls);
        calls.clear();
        replicate();
        assertEquals(List.of("0 begin", "0 end false", "1 begin", "1 end true"), calls);
    }

    @Test
    void shouldNotCallTheKernelForEachOfFewFramesWithManyCopies() {
        for (int i = 0; i < PortEgress.FRAMES_AT_ONCE; i++) {
            assertFalse(calls.contains("0 flush"), "frame " + i);
            final int frame = memory.acquireRx() + FrameMemory.HEADROOM;
            for (int copy = 0; copy < PortEgress.COPIES_AT_ONCE; copy++) {
                copy(0, frame);
            }
            egress.release(frame);
        }
        assertTrue(calls.contains("0 flush"));
    }

    private void replicate() {
        final int frame = memory.acquireRx() + FrameMemory.HEADROOM;
        copy(0, frame);
        copy(1, frame);
        egress.release(frame);
    }

    @Test
    void shouldCopyAtOnceWhatLiesElsewhere() {
        assertTrue(
                egress.offerCopy(
                        0,
                        new Copy()
                                .header(header, 54)
                                .tail(new UnsafeBuffer(new byte[99]), 0, 99)
                                .icrcIndex(0),
                        0,
                        7));
        assertEquals(List.of("0 copy"), calls);
    }

    private void copy(final int port, final int frame) {
        assertTrue(
                egress.offerCopy(
                        port,
                        new Copy()
                                .header(header, 54)
                                .tail(memory.buffer(), frame + 54, 900)
                                .icrcIndex(896),
                        0,
                        7));
    }

    private final class Recorder implements Port {
        private final int index;

        Recorder(final int index) {
            this.index = index;
        }

        private boolean noted(final String what) {
            calls.add(index + " " + what);
            return true;
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public String name() {
            return "p" + index;
        }

        @Override
        public int receive(final FrameHandler handler, final int limit) {
            return 0;
        }

        @Override
        public int room() {
            return Integer.MAX_VALUE;
        }

        @Override
        public boolean send(final DirectBuffer frame, final int offset, final int length) {
            return noted("send");
        }

        @Override
        public boolean sendShared(final int offset, final int length) {
            return noted("shared");
        }

        @Override
        public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
            return noted("copy");
        }

        @Override
        public boolean beginCopy(final Copy copy, final int headerOffset, final int icrc) {
            return noted("begin");
        }

        @Override
        public void endCopy(final boolean last) {
            noted("end " + last);
        }

        @Override
        public int flush() {
            noted("flush");
            return 0;
        }

        @Override
        public int maxFrameLength() {
            return 1518;
        }

        @Override
        public PortStats stats() {
            return new PortStats();
        }

        @Override
        public void close() {}
    }
}
