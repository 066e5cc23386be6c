package io.polycast.cli.command;

import io.polycast.cli.console.ByteSize;
import io.polycast.cli.console.Console;
import java.util.Locale;

/** One line on standard error that is drawn over itself; nothing when nobody watches. */
final class ProgressBar {
    private static final int WIDTH = 30;

    private final Console console;
    private final long total;
    private boolean drawn;

    ProgressBar(final Console console, final long total) {
        this.console = console;
        this.total = total;
    }

    void show(final long done, final long elapsedNs) {
        if (!console.errIsTerminal()) {
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

    void clear() {
        if (drawn) {
            console.err().print("\r" + " ".repeat(WIDTH + 45) + "\r");
            console.err().flush();
        }
    }
}
