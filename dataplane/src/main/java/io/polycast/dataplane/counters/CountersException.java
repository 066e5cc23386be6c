package io.polycast.dataplane.counters;

/** A counters file that cannot be made or read; the message is one line with the remedy. */
public final class CountersException extends Exception {
    private static final long serialVersionUID = 1L;

    CountersException(final String message) {
        super(message);
    }

    CountersException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
