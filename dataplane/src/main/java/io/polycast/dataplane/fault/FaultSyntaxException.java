package io.polycast.dataplane.fault;

/** A text that does not say which faults; the message tells what is wrong and what would be right. */
public final class FaultSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    FaultSyntaxException(final String message) {
        super(message);
    }
}
