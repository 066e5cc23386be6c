package io.polycast.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Tables and examples of docs/control-protocol.md. */
final class ControlPage {
    private static final Path PAGE =
            Path.of(System.getProperty("polycast.root"), "docs", "control-protocol.md");

    private ControlPage() {}

    private static Stream<String> behind(final String title) throws IOException {
        final List<String> lines =
                Files.readAllLines(PAGE).stream()
                        .dropWhile(
                                line -> !line.startsWith("<!-- control protocol, " + title + ":"))
                        .toList();
        assertFalse(lines.isEmpty(), "the page has no " + title);
        return lines.stream();
    }

    /** Cells of the rows of a table, without the marks of code. */
    static List<List<String>> rows(final String title) throws IOException {
        return behind(title)
                .dropWhile(line -> !line.startsWith("| ---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(
                        line ->
                                Arrays.stream(line.split("\\|", -1))
                                        .map(cell -> cell.replace("`", "").strip())
                                        .toList())
                .map(cells -> cells.subList(1, cells.size() - 1))
                .toList();
    }

    /** Lines of the block of examples. */
    static List<String> examples() throws IOException {
        return behind("examples")
                .dropWhile(line -> !line.equals("```"))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .toList();
    }
}
