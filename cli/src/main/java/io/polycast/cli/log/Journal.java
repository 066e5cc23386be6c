package io.polycast.cli.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Tells whether standard error goes to systemd's journal. The environment alone does not: a child of a service
 * inherits {@code JOURNAL_STREAM} (systemd.exec(5)) and may have its standard error elsewhere.
 */
public final class Journal {
    /** Severity of syslog(3), as journald reads it at the beginning of a line: an error. */
    public static final int ERROR = 3;

    /** A warning. */
    public static final int WARNING = 4;

    /** Of interest, no trouble. */
    public static final int INFORMATION = 6;

    /** For debugging. */
    public static final int DEBUG = 7;

    private static final boolean STANDARD_ERROR =
            isStream(System.getenv("JOURNAL_STREAM"), Path.of("/proc/self/fd/2"));

    private Journal() {}

    /**
     * @return whether journald reads standard error
     */
    public static boolean isStandardError() {
        return STANDARD_ERROR;
    }

    /**
     * @param severity of a line, in [0, 7]
     * @return what journald takes the severity from; "" when it does not read standard error
     */
    public static String prefix(final int severity) {
        return STANDARD_ERROR ? "<" + severity + ">" : "";
    }

    /** Whether a file is the one whose device and inode stand in the variable, with a colon between them. */
    static boolean isStream(final String variable, final Path file) {
        if (variable == null) {
            return false;
        }
        try {
            final Map<String, Object> found = Files.readAttributes(file, "unix:dev,ino");
            return variable.equals(found.get("dev") + ":" + found.get("ino"));
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
