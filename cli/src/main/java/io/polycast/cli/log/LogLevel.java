package io.polycast.cli.log;

import ch.qos.logback.core.PropertyDefinerBase;

/** Least level of the lines that are written: {@code POLYCAST_LOG}, else INFO in the journal and WARN elsewhere. */
public final class LogLevel extends PropertyDefinerBase {
    @Override
    public String getPropertyValue() {
        return of(System.getenv("POLYCAST_LOG"), Journal.isStandardError());
    }

    static String of(final String wanted, final boolean journal) {
        if (wanted != null && !wanted.isBlank()) {
            return wanted;
        }
        return journal ? "INFO" : "WARN";
    }
}
