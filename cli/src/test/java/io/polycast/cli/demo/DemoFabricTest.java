package io.polycast.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DemoFabricTest {
    private static DemoSettings settings(final double loss) {
        return new DemoSettings(3, 256_000_000, false, loss, 1, true, 4096);
    }

    @Test
    void shouldWaitLongerThanAColdMachinePausesWhereNothingIsLost() {
        final long timerNs = new DemoFabric(settings(0)).queuePair(0).retryTimerNs();
        assertTrue(timerNs >= TimeUnit.SECONDS.toNanos(2), timerNs + " ns");
    }

    @Test
    void shouldRepairLossesSoon() {
        final long timerNs = new DemoFabric(settings(0.000_001)).queuePair(0).retryTimerNs();
        assertTrue(timerNs < TimeUnit.MILLISECONDS.toNanos(100), timerNs + " ns");
    }

    @Test
    void shouldRehearseTheSameInSmallAndWithoutLosses() {
        assertEquals(
                new DemoSettings(3, 192 * 4096, false, 0, 1, true, 4096),
                settings(0.01).rehearsal());
        final DemoSettings small = new DemoSettings(2, 7, true, 0, 5, false, 256);
        assertEquals(small, small.rehearsal());
    }
}
