package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimFabricCommandTest {
    @TempDir Path directory;

    private CommandRun run(final String figure, final Path out, final String... more) {
        final String[] args = {"sim", "fabric", figure, "--quick", "--out", out.toString()};
        final String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return CommandRun.of(all);
    }

    @Test
    void shouldWriteCurvesDrawingAndSummary() throws IOException {
        final Path out = directory.resolve("new");
        final CommandRun run = run("8", out, "--json");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(2, run.json().path("statements").size());
        assertEquals(
                "curve,fan_out,notifications", Files.readAllLines(out.resolve("8.csv")).get(0));
        assertEquals(800, ImageIO.read(out.resolve("8.png").toFile()).getWidth());
        final JsonNode summary = new ObjectMapper().readTree(out.resolve("summary.json").toFile());
        assertTrue(summary.isArray());
        for (final JsonNode each : summary) {
            for (final String key :
                    new String[] {"figure", "statement", "ours", "paper", "verdict"}) {
                assertTrue(each.has(key), key);
            }
            assertEquals("reproduced", each.path("verdict").asText());
        }
    }

    @Test
    void shouldWriteTheSameBytesForAnyNumberOfJobs() throws IOException {
        run("5c", directory.resolve("a"), "--jobs", "1");
        run("5c", directory.resolve("b"), "--jobs", "3");
        for (final String name : new String[] {"5c.csv", "5c.png", "summary.json"}) {
            assertArrayEquals(
                    Files.readAllBytes(directory.resolve("a").resolve(name)),
                    Files.readAllBytes(directory.resolve("b").resolve(name)),
                    name);
        }
    }

    @Test
    void shouldNameTheFiguresThatThereAre() {
        final CommandRun run = run("12", directory);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("no figure '12'; there are: 2c, 4a, "), run.err());
        assertEquals(2, run("8", directory, "--jobs=-1").exitCode());
        assertEquals(2, CommandRun.of("sim", "fabric", "8").exitCode());
    }

    @Test
    void shouldSayWhichDirectoryCannotBeWritten() throws IOException {
        final Path file = Files.createFile(directory.resolve("file"));
        final CommandRun run = run("8", file);
        assertEquals(2, run.exitCode());
        assertEquals(
                "polycast: --out "
                        + file
                        + ": it exists already: "
                        + file
                        + "; give a directory that can be written\n",
                run.err());
    }
}
