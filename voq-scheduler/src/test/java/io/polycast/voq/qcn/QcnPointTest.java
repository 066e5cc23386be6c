package io.polycast.voq.qcn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.voq.FabricDefaults;
import org.junit.jupiter.api.Test;

/** Congestion point and rate limiter. A sample each 1,000 bytes, 100 units in balance, w = 2. */
class QcnPointTest {
    private static final int FEW = 2;

    private static QcnPoint point(final Marking marking) {
        return new QcnPoint(new QcnSettings(100, 2, 1_000, marking), 4);
    }

    @Test
    void shouldBeQuietBelowTheBalance() {
        final QcnPoint point = point(Marking.SAMPLE);
        assertEquals(CongestionPoint.QUIET, point.onFrame(0, 1_000, 20));
        // 20 - 100 + 2 * 20 was below 0; now 60 - 100 + 2 * 40 is above.
        assertEquals(CongestionPoint.QUIET, point.onFrame(1, 999, 30));
        final long notification = point.onFrame(2, 1, 10);
        assertEquals(2, CongestionPoint.flow(notification));
        assertEquals((60 - 100 + 2 * 40) * 63 / 500, CongestionPoint.feedback(notification));
    }

    @Test
    void shouldQuantiseToSixBits() {
        final QcnPoint point = point(Marking.SAMPLE);
        assertEquals(63, CongestionPoint.feedback(point.onFrame(0, 1_000, 5_000)));
        point.onReleased(0, 5_000);
        assertEquals(0, point.occupancy());
        assertEquals(CongestionPoint.QUIET, point.onFrame(0, 1_000, 100));
        assertEquals(CongestionPoint.QUIET, point.onFrame(0, 1_000, 0));
        assertEquals(1, CongestionPoint.feedback(point.onFrame(0, 1_000, 1)));
    }

    @Test
    void shouldMarkTheFlowThatHoldsMost() {
        final QcnPoint sample = point(Marking.SAMPLE);
        final QcnPoint occupancy = point(Marking.OCCUPANCY);
        for (final QcnPoint point : new QcnPoint[] {sample, occupancy}) {
            point.onFrame(3, 100, 300);
            point.onFrame(1, 100, 200);
            point.onReleased(3, 150);
        }
        assertEquals(0, CongestionPoint.flow(sample.onFrame(0, 900, FEW)));
        assertEquals(1, CongestionPoint.flow(occupancy.onFrame(0, 900, FEW)));
    }

    /** Figure 8: a frame with f copies is seen once at an input, and f times at outputs. */
    @Test
    void shouldNotifyOnceAtAnInputAndByCopyAtOutputs() {
        final QcnPoint input = point(Marking.SAMPLE);
        int atInput = 0;
        int atOutputs = 0;
        atInput += input.onFrame(0, 1_000, 300) == CongestionPoint.QUIET ? 0 : 1;
        for (int copy = 0; copy < FabricDefaults.COPIES; copy++) {
            atOutputs +=
                    point(Marking.SAMPLE).onFrame(0, 1_000, 300) == CongestionPoint.QUIET ? 0 : 1;
        }
        assertEquals(1, atInput);
        assertEquals(FabricDefaults.COPIES, atOutputs);
    }

    @Test
    void shouldHaveTheTablesConstants() {
        final QcnSettings input = QcnSettings.input(Marking.OCCUPANCY);
        assertEquals(360, input.balance());
        assertEquals(200, QcnSettings.output(Marking.SAMPLE).balance());
        assertEquals(153_600, input.sampleBytes());
        assertEquals(740, FabricDefaults.TERMINAL_SHARED);
        assertEquals(240, FabricDefaults.TERMINAL_VOQ_DROP);
    }

    /** 100 Gb/s in picoseconds: 0.0125 bytes a tick. */
    @Test
    void shouldCutAndRecover() {
        final RateLimiter limiter = new RateLimiter(LimiterSettings.of(0.0125, 1e12));
        assertFalse(limiter.isOn());
        limiter.onNotification(0, 63);
        assertTrue(limiter.isOn());
        assertEquals(0.0125 * (1 - 63 / 128.0), limiter.rate(), 1e-9);
        long now = 0;
        int frames = 0;
        double last = limiter.rate();
        while (limiter.isOn()) {
            now = Math.max(now, limiter.freeFrom());
            limiter.onSent(now, 1_522);
            assertTrue(limiter.rate() >= last, "rates rise until the next notification");
            last = limiter.rate();
            frames++;
        }
        assertEquals(0.0125, limiter.rate(), 1e-9);
        assertTrue(frames > 5 * 153_600 / 1_522, frames + " frames");
    }

    @Test
    void shouldSendAtItsRate() {
        final RateLimiter limiter = new RateLimiter(LimiterSettings.of(0.0125, 1e12));
        limiter.onNotification(0, 63);
        final double rate = limiter.rate();
        long now = 0;
        for (int i = 0; i < 50; i++) {
            limiter.onSent(now, 1_000);
            now = limiter.freeFrom();
        }
        assertEquals(50_000 / rate, now, 50);
    }

    @Test
    void shouldKeepTheTargetOfAFlowThatWasJustSlowed() {
        final RateLimiter limiter = new RateLimiter(LimiterSettings.of(1, 1e9));
        limiter.onNotification(0, 32);
        limiter.onNotification(1, 32);
        assertEquals(0.75 * 0.75, limiter.rate(), 1e-9);
        limiter.onSent(2, 153_600);
        assertEquals((0.75 * 0.75 + 1) / 2, limiter.rate(), 1e-9);
        for (int i = 0; i < 200; i++) {
            limiter.onNotification(3, 63);
        }
        assertEquals(0.001, limiter.rate(), 1e-9);
    }

    @Test
    void shouldRecoverByTimeToo() {
        final RateLimiter limiter = new RateLimiter(LimiterSettings.of(1.25, 1e9));
        limiter.onNotification(0, 63);
        final double cut = limiter.rate();
        limiter.onTick(14_999_999);
        assertEquals(cut, limiter.rate(), 1e-12);
        limiter.onTick(15_000_000);
        assertEquals((cut + 1.25) / 2, limiter.rate(), 1e-9);
        limiter.onTick(1_000_000_000);
        assertFalse(limiter.isOn());
    }
}
