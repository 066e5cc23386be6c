package io.polycast.dataplane.state;

/** A state file that cannot be used; the message is one line with the remedy. */
public class StateException extends Exception {
    private static final long serialVersionUID = 1L;

    StateException(final String message) {
        super(message);
    }

    StateException(final String message, final Throwable cause) {
        super(message, cause);
    }

    /** Another process has it: waiting may help. */
    public static final class InUse extends StateException {
        private static final long serialVersionUID = 1L;

        InUse(final String message) {
            super(message);
        }
    }
}
