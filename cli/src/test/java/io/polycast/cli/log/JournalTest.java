package io.polycast.cli.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir private Path directory;
    private final LoggerContext context = new LoggerContext();

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldBelieveTheEnvironmentOnlyForTheVeryFile() throws Exception {
        final Path stream = Files.createFile(directory.resolve("stream"));
        final Path other = Files.createFile(directory.resolve("other"));
        final String variable =
                Files.getAttribute(stream, "unix:dev")
                        + ":"
                        + Files.getAttribute(stream, "unix:ino");
        assertTrue(Journal.isStream(variable, stream));
        assertFalse(Journal.isStream(variable, other), "inherited, standard error elsewhere");
        assertFalse(Journal.isStream(null, stream));
        assertFalse(Journal.isStream("", stream));
        assertFalse(Journal.isStream(variable, directory.resolve("none")));
    }

    @Test
    void shouldSayMoreInTheJournalUnlessToldOtherwise() {
        assertEquals("INFO", LogLevel.of(null, true));
        assertEquals("WARN", LogLevel.of(null, false));
        assertEquals("INFO", LogLevel.of("", true));
        assertEquals("DEBUG", LogLevel.of("DEBUG", true));
        assertEquals("ERROR", LogLevel.of("ERROR", false));
        assertEquals("INFO", LogLevel.of("info", false));
        assertEquals("WARN", LogLevel.of("verbose", false), "and a line says so");
    }

    private String line(final boolean journal, final Level level, final Throwable cause) {
        final Logger logger = context.getLogger("io.polycast.events");
        final LogLayout layout = new LogLayout(journal);
        layout.setContext(context);
        layout.start();
        return layout.doLayout(
                new LoggingEvent("none", logger, level, "port {}: up", cause, new Object[] {"p0"}));
    }

    @Test
    void shouldLeadEachLineOfTheJournalWithItsLevel() {
        assertEquals("<3>events: port p0: up\n", line(true, Level.ERROR, null));
        assertEquals("<4>events: port p0: up\n", line(true, Level.WARN, null));
        assertEquals("<6>events: port p0: up\n", line(true, Level.INFO, null));
        assertEquals("<7>events: port p0: up\n", line(true, Level.DEBUG, null));
        assertEquals("<7>events: port p0: up\n", line(true, Level.TRACE, null));
        final String trace = line(true, Level.ERROR, new IllegalStateException("broken"));
        assertTrue(trace.lines().count() > 3, trace);
        assertTrue(trace.lines().allMatch(line -> line.startsWith("<3>")), trace);
    }

    @Test
    void shouldLeadLinesThatBringNoSeverity() {
        final StringWriter out = new StringWriter();
        final PrintWriter writer = new PrintWriter(new SeverityWriter(out, Journal.ERROR), true);
        writer.println("polycast: no such file");
        writer.println("<4>polycast: a note");
        writer.printf("polycast: %s%npolycast: two%n", "one");
        assertEquals(
                "<3>polycast: no such file\n<4>polycast: a note\n<3>polycast: one\n"
                        + "<3>polycast: two\n",
                out.toString().replace("\r", ""));
    }

    @Test
    void shouldShowPeopleTimeAndLevel() {
        final String line = line(false, Level.WARN, null);
        assertTrue(
                line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  events: port p0: up\\R"), line);
    }
}
