package io.polycast.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "4096, 4096",
        "1kB, 1000",
        "1KiB, 1024",
        "256MB, 256000000",
        "256MiB, 268435456",
        "1.5GiB, 1610612736",
        "2TB, 2000000000000"
    })
    void shouldTellDecimalFromBinaryUnits(final String text, final long bytes) {
        assertEquals(bytes, new ByteSize().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MB", "-1", "1XB", "0.5", "1e3", "99999999TiB"})
    void shouldRefuseWhatIsNoSize(final String text) {
        assertThrows(TypeConversionException.class, () -> new ByteSize().convert(text));
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "999, 999 B", "1000, 1.0 kB", "256000000, 256.0 MB", "5e15, 5000.0 TB"})
    void shouldPrintSizesForPeople(final double bytes, final String text) {
        assertEquals(text, ByteSize.text(bytes));
    }
}
