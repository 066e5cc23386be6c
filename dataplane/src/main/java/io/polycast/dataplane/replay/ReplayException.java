package io.polycast.dataplane.replay;

/** A replay cannot run: one line with the remedy, exit code 2, and nothing written. */
public final class ReplayException extends Exception {
    private static final long serialVersionUID = 1L;

    ReplayException(final String message) {
        super(message);
    }

    ReplayException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
