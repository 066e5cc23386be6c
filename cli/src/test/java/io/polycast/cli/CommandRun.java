package io.polycast.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.cli.console.Console;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One command line, run in this process, with all that it said.
 *
 * @param exitCode that the process would have ended with
 * @param out what went to standard output
 * @param err what went to standard error
 */
public record CommandRun(int exitCode, String out, String err) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Runs without anything on standard input. */
    public static CommandRun of(final String... args) {
        return withInput("", args);
    }

    /** Runs with a text on standard input. */
    public static CommandRun withInput(final String input, final String... args) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final Console console =
                new Console(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        false);
        final int exitCode = Main.execute(console, args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** Standard output as the one JSON document that it must be. */
    public JsonNode json() {
        try {
            return MAPPER.readTree(out);
        } catch (final JsonProcessingException e) {
            throw new AssertionError("not one JSON document: " + out, e);
        }
    }

    /** Lines on standard error. */
    public List<String> errors() {
        return err.lines().toList();
    }
}
