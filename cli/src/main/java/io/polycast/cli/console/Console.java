package io.polycast.cli.console;

import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * The streams that a command talks to, so that tests can listen.
 *
 * @param in standard input
 * @param out results
 * @param err everything else: errors, progress, notes
 * @param errIsTerminal whether somebody watches err: only then progress is drawn
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
                writer(System.err),
                Boolean.getBoolean("polycast.terminal"));
    }

    private static PrintWriter writer(final PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
