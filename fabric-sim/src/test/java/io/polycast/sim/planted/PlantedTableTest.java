package io.polycast.sim.planted;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of docs/results/planted-bugs.md say what the code plants. */
class PlantedTableTest {
    private static final Path PAGE =
            Path.of(System.getProperty("polycast.root"), "docs/results/planted-bugs.md");
    private static final Pattern ROW =
            Pattern.compile("\\| ([A-Z_]+) \\| (.+) \\| ([\\w.]+) \\| ([A-Z_]+) \\| (\\d+) \\|");

    private static String cells(final Plant plant) {
        final String className = plant.className().substring("io.polycast.".length());
        return cells(className, plant.invariant().name(), plant.seed());
    }

    private static String cells(final String className, final String invariant, final long seed) {
        return className + " breaks " + invariant + " in seed " + seed;
    }

    @Test
    void shouldNameEveryBugWithClassInvariantAndSeed() throws IOException {
        final Map<String, String> page = new LinkedHashMap<>();
        for (final String line : Files.readAllLines(PAGE)) {
            final Matcher row = ROW.matcher(line.strip());
            if (row.matches()) {
                page.put(
                        row.group(1),
                        cells(row.group(3), row.group(4), Long.parseLong(row.group(5))));
            }
        }
        final Map<String, String> code = new LinkedHashMap<>();
        for (final PlantedBug bug : PlantedBug.values()) {
            code.put(bug.name(), cells(bug.plant()));
        }
        for (final PlantedRegistrationBug bug : PlantedRegistrationBug.values()) {
            code.put(bug.name(), cells(bug.plant()));
        }
        assertEquals(code, page);
    }
}
