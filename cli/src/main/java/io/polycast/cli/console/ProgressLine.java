package io.polycast.cli.console;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Count of finished work on a terminal, one line that is drawn over itself. Other outputs get
 * nothing. Any thread may show a count.
 */
public final class ProgressLine {
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int WIDTH = 60;

    private final Console console;
    private final long total;
    private final String things;
    private final AtomicLong shownNs = new AtomicLong(System.nanoTime());

    /**
     * @param console whose standard error shows it
     * @param total count at the end
     * @param things that are counted, in the plural
     */
    public ProgressLine(final Console console, final long total, final String things) {
        this.console = console;
        this.total = total;
        this.things = things;
    }

    /**
     * Draws the line, at most five times a second.
     *
     * @param done count so far
     */
    public void show(final long done) {
        final long nowNs = System.nanoTime();
        final long lastNs = shownNs.get();
        if (console.errIsTerminal()
                && nowNs - lastNs > EVERY_NS
                && shownNs.compareAndSet(lastNs, nowNs)) {
            console.err().print("\r" + done + " of " + total + " " + things + " ");
            console.err().flush();
        }
    }

    /** Removes the line, before the result is printed. */
    public void clear() {
        if (console.errIsTerminal()) {
            console.err().print("\r" + " ".repeat(WIDTH) + "\r");
            console.err().flush();
        }
    }
}
