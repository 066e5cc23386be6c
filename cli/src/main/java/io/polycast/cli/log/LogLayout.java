package io.polycast.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import java.util.stream.Collectors;

/**
 * A log line: with time and level for people. Journald keeps time and level itself, and reads the level from a
 * prefix of each line.
 */
public final class LogLayout extends LayoutBase<ILoggingEvent> {
    private static final String PEOPLE = "%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n";
    private static final String JOURNAL = "%logger{0}: %msg%n";

    private final PatternLayout text = new PatternLayout();
    private final boolean journal;

    /** For standard error of this process. */
    public LogLayout() {
        this(Journal.isStandardError());
    }

    LogLayout(final boolean journal) {
        this.journal = journal;
    }

    @Override
    public void start() {
        text.setContext(getContext());
        text.setPattern(journal ? JOURNAL : PEOPLE);
        text.start();
        super.start();
    }

    @Override
    public String doLayout(final ILoggingEvent event) {
        final String plain = text.doLayout(event);
        if (!journal) {
            return plain;
        }
        final String prefix = "<" + severity(event.getLevel()) + ">";
        return plain.lines().map(line -> prefix + line + '\n').collect(Collectors.joining());
    }

    private static int severity(final Level level) {
        if (level.isGreaterOrEqual(Level.ERROR)) {
            return Journal.ERROR;
        }
        if (level.isGreaterOrEqual(Level.WARN)) {
            return Journal.WARNING;
        }
        return level.isGreaterOrEqual(Level.INFO) ? Journal.INFORMATION : Journal.DEBUG;
    }
}
