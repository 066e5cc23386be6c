package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.cli.console.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void shouldSayNothingOfWhatIsDoneSoonAndALineEveryFiveSecondsElse() {
        final StringWriter err = new StringWriter();
        final Console console =
                new Console(
                        InputStream.nullInputStream(),
                        new PrintWriter(new StringWriter(), true),
                        new PrintWriter(err, true),
                        false);
        final ProgressBar bar = new ProgressBar(console, 8_000_000);
        bar.show(100, 5 * SECOND - 1);
        assertEquals("", err.toString());
        bar.show(1_000_000, 5 * SECOND);
        bar.show(1_500_000, 9 * SECOND);
        bar.show(2_000_000, 11 * SECOND);
        bar.clear();
        assertEquals(
                List.of(
                        "polycast: 1.0 MB of 8.0 MB after 5 s",
                        "polycast: 2.0 MB of 8.0 MB after 11 s"),
                err.toString().lines().toList());
    }
}
