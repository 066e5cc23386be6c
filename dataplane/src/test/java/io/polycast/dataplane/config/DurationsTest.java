package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.dataplane.yaml.BadValueException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "3us, 3000",
        "50ms, 50000000",
        "2s, 2000000000",
        "1.5ms, 1500000",
        "0ns, 0",
        "7 us, 7000"
    })
    void shouldReadNumberWithUnit(final String text, final long ns) throws BadValueException {
        assertEquals(ns, Durations.parseNs(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "us", "-3us", "3 m", "3US", "1e3s", "0.5ns", "9223372037s"})
    void shouldRefuseWhatIsNoDuration(final String text) {
        assertThrows(BadValueException.class, () -> Durations.parseNs(text));
    }

    @Property
    void shouldReadBackWhatItWrites(@ForAll @LongRange(min = 0) final long ns)
            throws BadValueException {
        assertEquals(ns, Durations.parseNs(Durations.format(ns)));
    }

    @Property
    void shouldEndEveryTextInValueOrRefusal(@ForAll @StringLength(max = 24) final String text) {
        try {
            assertEquals(true, Durations.parseNs(text) >= 0);
        } catch (final BadValueException e) {
            assertEquals(false, e.getMessage().isBlank());
        }
    }

    @Test
    void shouldPreferLargestWholeUnit() {
        assertEquals("1500us", Durations.format(1_500_000));
        assertEquals("60s", Durations.format(60_000_000_000L));
    }
}
