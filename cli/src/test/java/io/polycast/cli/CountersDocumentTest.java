package io.polycast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The operator guide's tables of endings and tallies are those of the code. */
class CountersDocumentTest {
    private static final Path GUIDE =
            Path.of(System.getProperty("polycast.root"), "docs", "operator-guide.md");

    @Test
    void shouldListEveryEndingOfTheCodeAndNoOther() throws IOException {
        assertEquals(
                Stream.of(Ending.values())
                        .map(
                                ending ->
                                        List.of(
                                                String.valueOf(ending.id()),
                                                ending.label(),
                                                ending.disposition()
                                                        .name()
                                                        .toLowerCase(Locale.ROOT)))
                        .toList(),
                rows("endings:"));
    }

    @Test
    void shouldListEveryTallyOfTheCodeAndNoOther() throws IOException {
        assertEquals(
                Stream.of(Tally.values())
                        .map(
                                tally ->
                                        List.of(
                                                String.valueOf(tally.id()),
                                                tally.label(),
                                                tally.unit()))
                        .toList(),
                rows("tallies:"));
    }

    /** First three cells of each row of the table behind a marker. */
    private static List<List<String>> rows(final String marker) throws IOException {
        return Files.readAllLines(GUIDE).stream()
                .dropWhile(line -> !line.startsWith("<!-- " + marker))
                .dropWhile(line -> !line.startsWith("| --- |"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .map(cells -> cells.subList(1, 4))
                .toList();
    }
}
