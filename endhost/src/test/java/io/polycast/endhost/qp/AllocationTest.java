package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.QpCounter;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Queue pairs allocate nothing per packet, whatever memory the frames lie in. */
class AllocationTest {
    private static final int ROUNDS = 20_000;

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Completion completion = new Completion();
    private long nowNs;
    private long hashed;

    @Test
    void shouldNotAllocatePerPacket() {
        assertAllocatesNothing(new UnsafeBuffer(new byte[8192]));
        assertAllocatesNothing(new UnsafeBuffer(ByteBuffer.allocateDirect(8192)));
    }

    private void assertAllocatesNothing(final UnsafeBuffer frame) {
        final QueuePair a = new QueuePair(TestHosts.a().build());
        final QueuePair b = new QueuePair(TestHosts.b().cnpGapNs(1).outOfOrder(4).build());
        final UnsafeBuffer message = new UnsafeBuffer(new byte[10_000]);
        final UnsafeBuffer memory = new UnsafeBuffer(new byte[10_000]);
        b.receiveEndlessly(
                (position, source, offset, length) -> hashed += source.getByte(offset), 1 << 20);
        b.registerMemory(5, 0, 10_000, memory, 0);
        exchange(a, b, frame, message, ROUNDS);
        final long before = threads.getCurrentThreadAllocatedBytes();
        exchange(a, b, frame, message, ROUNDS);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(2 * ROUNDS * 20L, a.counters().value(QpCounter.DATA_SENT));
        assertTrue(a.counters().value(QpCounter.RETRANSMITTED) > ROUNDS, "losses happened");
        // The measurement itself and a late compilation may cost a little, 400,000 packets do not.
        assertTrue(allocated < 16_384, allocated + " bytes allocated");
    }

    private void exchange(
            final QueuePair a,
            final QueuePair b,
            final UnsafeBuffer frame,
            final UnsafeBuffer message,
            final int rounds) {
        for (int i = 0; i < rounds; i++) {
            a.postSend(i, message, 0, 10_000);
            a.postWrite(i, message, 0, 10_000, 0, 5);
            int sent = 0;
            while (a.pendingSends() > 0) {
                for (int n = a.poll(nowNs, frame, 0); n > 0; n = a.poll(nowNs, frame, 0)) {
                    if (sent++ != 7) {
                        b.onFrame(nowNs, frame, 0, n);
                    }
                }
                for (int n = b.poll(nowNs, frame, 0); n > 0; n = b.poll(nowNs, frame, 0)) {
                    a.onFrame(nowNs, frame, 0, n);
                }
                nowNs += 1_000;
            }
            while (a.sendCompletions().poll(completion)) {
                hashed += completion.wrId;
            }
            while (b.receiveCompletions().poll(completion)) {
                hashed += completion.bytes;
            }
        }
    }
}
