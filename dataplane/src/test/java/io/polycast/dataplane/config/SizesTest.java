package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.dataplane.yaml.BadValueException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "4096, 4096",
        "1B, 1",
        "64KiB, 65536",
        "64kB, 64000",
        "256MB, 256000000",
        "1MiB, 1048576",
        "1.5KiB, 1536",
        "2 GB, 2000000000",
        "1TiB, 1099511627776"
    })
    void shouldReadDecimalAndBinaryUnits(final String text, final long bytes)
            throws BadValueException {
        assertEquals(bytes, Sizes.parseBytes(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MB", "-1", "1mb", "1.5", "0.3kiB", "0.3B", "9000000TiB", "1 2"})
    void shouldRefuseWhatIsNoSize(final String text) {
        assertThrows(BadValueException.class, () -> Sizes.parseBytes(text));
    }

    @Property
    void shouldReadBackWhatItWrites(@ForAll @LongRange(min = 0) final long bytes)
            throws BadValueException {
        assertEquals(bytes, Sizes.parseBytes(Sizes.format(bytes)));
    }
}
