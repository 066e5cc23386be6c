package io.polycast.cli.log;

import ch.qos.logback.core.PropertyDefinerBase;
import java.util.List;
import java.util.Locale;

/** Least level of the lines that are written: {@code POLYCAST_LOG}, else INFO in the journal and WARN elsewhere. */
public final class LogLevel extends PropertyDefinerBase {
    private static final List<String> LEVELS = List.of("ERROR", "WARN", "INFO", "DEBUG");

    @Override
    public String getPropertyValue() {
        final String wanted = System.getenv("POLYCAST_LOG");
        final String level = of(wanted, Journal.isStandardError());
        if (isUnknown(wanted)) {
            System.err.println(
                    "polycast: POLYCAST_LOG="
                            + wanted
                            + " is none of "
                            + String.join(", ", LEVELS)
                            + "; it is "
                            + level
                            + " now");
        }
        return level;
    }

    static String of(final String wanted, final boolean journal) {
        if (wanted != null && !wanted.isBlank() && !isUnknown(wanted)) {
            return wanted.toUpperCase(Locale.ROOT);
        }
        return journal ? "INFO" : "WARN";
    }

    private static boolean isUnknown(final String wanted) {
        return wanted != null
                && !wanted.isBlank()
                && !LEVELS.contains(wanted.toUpperCase(Locale.ROOT));
    }
}
