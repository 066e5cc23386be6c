package io.polycast.dataplane.fault;

/** A text does not specify faults; the message has the mistake and the right form. */
public final class FaultSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    FaultSyntaxException(final String message) {
        super(message);
    }
}
