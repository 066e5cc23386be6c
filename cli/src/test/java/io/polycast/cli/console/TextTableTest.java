package io.polycast.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void shouldPutNumbersRightAndWordsLeft() {
        final TextTable table = new TextTable(List.of("port", "frames"));
        table.row(List.of("p0", "5"));
        table.row(List.of("uplink", "12345678"));
        assertEquals(
                List.of("port      frames", "p0             5", "uplink  12345678"), table.lines());
    }

    @Test
    void shouldShowNothingWithoutRows() {
        assertEquals(List.of(), new TextTable(List.of("a")).lines());
    }

    @Test
    void shouldRefuseRowsOfAnotherWidth() {
        final TextTable table = new TextTable(List.of("a", "b"));
        assertThrows(IllegalArgumentException.class, () -> table.row(List.of("1")));
    }
}
