package io.polycast.perf.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of the benchmarks, stored in a file.
 *
 * @param date of the run, ISO 8601, or "" when not known
 * @param machine that it ran on, or null when not known
 * @param command that made it, or ""
 * @param results of it
 */
public record StoredRun(
        String date, Machine machine, String command, List<BenchmarkResult> results) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Copies. */
    public StoredRun {
        results = List.copyOf(results);
    }

    /**
     * Reads what {@link #write} wrote, or the document that {@code bench --json} prints, or a bare list.
     *
     * @param file to read
     * @return the run
     * @throws CommandFailedException for people, when the file is missing or something else
     */
    public static StoredRun read(final Path file) {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "no stored run at " + file + "; make one with polycast bench --save " + file);
        }
        try {
            final JsonNode node = MAPPER.readTree(file.toFile());
            final JsonNode printed = node.has(Json.SCHEMA_KEY) ? node.path("results") : node;
            return printed.isArray()
                    ? new StoredRun("", null, "", MAPPER.convertValue(printed, new Results()))
                    : MAPPER.treeToValue(node, StoredRun.class);
        } catch (final JsonProcessingException | IllegalArgumentException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    file + " is no stored run; make one with polycast bench --save " + file,
                    e);
        } catch (final IOException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE, file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static final class Results extends TypeReference<List<BenchmarkResult>> {}

    /**
     * Before the minutes of measuring.
     *
     * @param file to be written, or null
     * @throws CommandFailedException for people, when its directory does not exist
     */
    public static void requireDirectory(final Path file) {
        if (file != null && Files.isDirectory(file)) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "cannot write " + file + ": it is a directory; name a file");
        }
        if (file != null && !Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "cannot write " + file + ": there is no such directory; make it first");
        }
    }

    /**
     * @param file to write, in place of an older one
     * @throws CommandFailedException for people, when it cannot be written
     */
    public void write(final Path file) {
        try {
            Files.writeString(file, MAPPER.writeValueAsString(this) + "\n");
        } catch (final IOException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
