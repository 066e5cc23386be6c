package io.polycast.perf.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    private static final int PACKETS = 10_000;

    @Property(tries = 100)
    void shouldKeepAConstantRateOverManyPackets(
            @ForAll @DoubleRange(min = 1, max = 20_000_000) final double rate) {
        final Schedule schedule = Schedule.constant(rate);
        long lastNs = 0;
        for (int i = 0; i < PACKETS; i++) {
            final long atNs = schedule.nextNs();
            assertTrue(atNs >= lastNs);
            lastNs = atNs;
        }
        assertEquals(PACKETS / rate * 1e9, lastNs, 2);
    }

    @Test
    void shouldKeepTheRateOnAverageWithRandomGaps() {
        final Schedule schedule = Schedule.poisson(1_000_000, 7);
        long lastNs = 0;
        long shorterThanMean = 0;
        for (int i = 0; i < PACKETS; i++) {
            final long atNs = schedule.nextNs();
            shorterThanMean += atNs - lastNs < 1_000 ? 1 : 0;
            lastNs = atNs;
        }
        assertEquals(PACKETS * 1_000.0, lastNs, PACKETS * 30.0);
        // Of exponential gaps 1 - 1/e are shorter than the mean.
        assertEquals(PACKETS * 0.632, shorterThanMean, PACKETS * 0.02);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, 2e9})
    void shouldRefuseRatesThatAreNone(final double rate) {
        assertThrows(IllegalArgumentException.class, () -> Schedule.constant(rate));
    }
}
