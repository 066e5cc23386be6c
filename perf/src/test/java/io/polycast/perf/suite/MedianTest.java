package io.polycast.perf.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MedianTest {
    private static double[] upTo(final int count) {
        return IntStream.rangeClosed(1, count).mapToDouble(i -> i).toArray();
    }

    @Test
    void shouldTakeTheMiddleWhateverTheOrder() {
        assertEquals(2, Median.of(3, 1, 2).value());
        assertEquals(2.5, Median.of(4, 1, 3, 2).value());
        assertTrue(Double.isNaN(Median.of(7).error()));
    }

    @Test
    void shouldLeaveOutAsManyAsTablesOfTheSignTestSay() {
        assertEquals((7 - 1) / 2.0, Median.of(upTo(7)).error());
        assertEquals((11 - 2) / 2.0, Median.of(upTo(12)).error());
        assertEquals((13 - 3) / 2.0, Median.of(upTo(15)).error());
        assertEquals((29 - 12) / 2.0, Median.of(upTo(40)).error());
    }

    @Test
    void shouldNotFollowWhatStoodStill() {
        final double[] values = upTo(15);
        values[3] = 1e6;
        values[9] = 1e9;
        assertTrue(Median.of(values).value() < 10);
        assertTrue(Median.of(values).error() < 10);
    }

    @Test
    void shouldHoldTheTrueMedianAsOftenAsItSays() {
        final Random random = new Random(1);
        int held = 0;
        final int tries = 20_000;
        for (int i = 0; i < tries; i++) {
            final double[] values = random.doubles(15).toArray();
            java.util.Arrays.sort(values);
            final double width = 2 * Median.of(values).error();
            assertEquals(values[12] - values[2], width, 1e-12);
            held += values[2] < 0.5 && values[12] > 0.5 ? 1 : 0;
        }
        assertTrue(held > 0.985 * tries && held < 0.998 * tries, held + " of " + tries);
    }
}
