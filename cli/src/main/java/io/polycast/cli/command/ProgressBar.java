package io.polycast.cli.command;

import io.polycast.cli.console.ByteSize;
import io.polycast.cli.console.Console;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Progress of a command on standard error. A terminal gets one line that is drawn over itself.
 * Other outputs get a line every five seconds, so short commands print none.
 */
final class ProgressBar {
    private static final int WIDTH = 30;
    private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(5);

    private final Console console;
    private final long total;
    private boolean drawn;
    private long saidNs;

    ProgressBar(final Console console, final long total) {
        this.console = console;
        this.total = total;
    }

    void show(final long done, final long elapsedNs) {
        if (!console.errIsTerminal()) {
            say(done, elapsedNs);
            return;
        }
        final int filled = (int) (WIDTH * (done / (double) total));
        console.err()
                .printf(
                        Locale.ROOT,
                        "\r[%s%s] %s of %s, %.2f Gb/s ",
                        "#".repeat(filled),
                        ".".repeat(WIDTH - filled),
                        ByteSize.text(done),
                        ByteSize.text(total),
                        done * 8.0 / elapsedNs);
        console.err().flush();
        drawn = true;
    }

    private void say(final long done, final long elapsedNs) {
        if (elapsedNs - saidNs >= EVERY_NS) {
            saidNs = elapsedNs;
            console.err()
                    .printf(
                            Locale.ROOT,
                            "polycast: %s of %s after %d s%n",
                            ByteSize.text(done),
                            ByteSize.text(total),
                            TimeUnit.NANOSECONDS.toSeconds(elapsedNs));
        }
    }

    void clear() {
        if (drawn) {
            console.err().print("\r" + " ".repeat(WIDTH + 45) + "\r");
            console.err().flush();
        }
    }
}
