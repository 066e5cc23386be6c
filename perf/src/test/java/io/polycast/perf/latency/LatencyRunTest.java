package io.polycast.perf.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.perf.rig.RigShape;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LatencyRunTest {
    private static final long MS = 1_000_000;
    private static final double RATE = 10_000;

    /** Moves on by a microsecond each time that it is read, and as the wire says. */
    private long nowNs = 77;

    private long tick() {
        nowNs += 1_000;
        return nowNs;
    }

    /** A cable of constant delay that stands still once, from one time to another. */
    private final class Cable implements Wire {
        private final long delayNs;
        private final long stallFromNs;
        private final long stallUntilNs;
        private final int loses;
        private final ArrayDeque<long[]> flying = new ArrayDeque<>();
        private int number;

        Cable(
                final long delayNs,
                final long stallFromNs,
                final long stallUntilNs,
                final int loses) {
            this.delayNs = delayNs;
            this.stallFromNs = stallFromNs;
            this.stallUntilNs = stallUntilNs;
            this.loses = loses;
        }

        private boolean stands() {
            return nowNs >= stallFromNs && nowNs < stallUntilNs;
        }

        @Override
        public boolean send(final long stamp) {
            if (stands()) {
                return false;
            }
            if (++number != loses) {
                flying.add(new long[] {nowNs + delayNs, stamp});
            }
            return true;
        }

        @Override
        public int poll(final CopyListener listener) {
            int taken = 0;
            while (!stands() && !flying.isEmpty() && flying.peek()[0] <= nowNs) {
                listener.onCopy(flying.poll()[1]);
                taken++;
            }
            return taken;
        }

        @Override
        public int copiesOfAPacket() {
            return 1;
        }

        @Override
        public long foreign() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private LatencyReport run(final Wire wire) {
        return new LatencyRun(wire, Schedule.constant(RATE), RATE, this::tick)
                .run(10 * MS, 1_000 * MS);
    }

    @Test
    void shouldMeasureAConstantDelay() {
        final LatencyReport report = run(new Cable(50_000, 0, 0, 0));
        assertEquals(10_000, report.sent(), 1);
        assertEquals(report.sent(), report.copies());
        assertEquals(0, report.lost());
        assertEquals(50_000, report.latency().p50(), 5_000);
        assertEquals(50_000, report.latency().max(), 10_000);
        assertTrue(report.sendLag().max() < 10_000, report.toString());
    }

    /** A tenth of the time nothing moves: so a tenth of the packets is late, by up to that time. */
    @Test
    void shouldCountAStallForEveryPacketThatItMadeLate() {
        final LatencyReport report = run(new Cable(50_000, 500 * MS, 600 * MS, 0));
        assertEquals(10_000, report.sent(), 1);
        assertEquals(0, report.lost());
        assertTrue(report.latency().p50() < 60_000, report.toString());
        assertEquals(50 * MS, report.latency().p90() + 50 * MS, 5 * MS);
        assertEquals(90 * MS, report.latency().p99(), 3 * MS);
        assertEquals(100 * MS, report.latency().max(), 2 * MS);
        assertEquals(90 * MS, report.sendLag().p99(), 3 * MS);
    }

    @Test
    void shouldCountWhatDidNotArrive() {
        final LatencyReport report = run(new Cable(50_000, 0, 0, 1_000));
        assertEquals(1, report.lost());
        assertEquals(report.sent() - 1, report.copies());
    }

    @ParameterizedTest
    @CsvSource({"fused, 0", "fused, 4", "staged, 0"})
    void shouldLoseNothingInASwitchOfThisProcess(final String threading, final int ackEvery) {
        try (MemoryWire wire = new MemoryWire(RigShape.of(threading, 3, 256, ackEvery))) {
            assertTrue(wire.capacity(10 * MS, 10 * MS) > 0);
            final LatencyReport report =
                    new LatencyRun(wire, Schedule.poisson(20_000, 1), 20_000, System::nanoTime)
                            .run(50 * MS, 200 * MS);
            assertTrue(report.sent() > 3_000, report.toString());
            assertEquals(3 * report.sent(), report.copies());
            assertEquals(0, report.lost());
            assertTrue(report.latency().p50() > 0, report.toString());
        }
    }
}
