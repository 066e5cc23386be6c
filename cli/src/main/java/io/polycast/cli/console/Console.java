package io.polycast.cli.console;

import io.polycast.cli.log.Journal;
import io.polycast.cli.log.SeverityWriter;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Streams of a command; tests replace them.
 *
 * @param in standard input
 * @param out results
 * @param err everything else: errors, progress, notes
 * @param errIsTerminal whether err is a terminal: only then progress is drawn
 */
public record Console(InputStream in, PrintWriter out, PrintWriter err, boolean errIsTerminal) {
    /**
     * @return the process's own streams; the launcher tells whether standard error is a terminal,
     *     since Java cannot
     */
    public static Console ofProcess() {
        return new Console(
                System.in,
                writer(System.out),
                errors(System.err),
                Boolean.getBoolean("polycast.terminal"));
    }

    /** Lines that are no notes of a running switch are the reason for its end. */
    private static PrintWriter errors(final PrintStream stream) {
        return Journal.isStandardError()
                ? new PrintWriter(
                        new SeverityWriter(
                                new OutputStreamWriter(stream, StandardCharsets.UTF_8),
                                Journal.ERROR),
                        true)
                : writer(stream);
    }

    /**
     * Writes a line to err that something is to be known or looked at, and that the command goes on.
     *
     * @param text of the line
     */
    public void note(final String text) {
        err.println(Journal.prefix(Journal.WARNING) + "polycast: " + text);
    }

    private static PrintWriter writer(final PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
