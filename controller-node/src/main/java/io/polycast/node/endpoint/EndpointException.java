package io.polycast.node.endpoint;

/** A transfer cannot begin, or has failed. The message is one line: what, where, remedy. */
public final class EndpointException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Kind of the trouble; the command line makes exit codes of it. */
    public enum Kind {
        /** The transfer failed, or the group was refused. */
        FAILED,
        /** An option or a file is wrong. */
        USAGE,
        /** A device, a capability or the agent is missing. */
        MISSING
    }

    private final Kind kind;

    /**
     * @param kind of the trouble
     * @param message one line: what, where, remedy
     */
    public EndpointException(final Kind kind, final String message) {
        super(message);
        this.kind = kind;
    }

    /**
     * @param kind of the trouble
     * @param message one line: what, where, remedy
     * @param cause first cause
     */
    public EndpointException(final Kind kind, final String message, final Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * @return kind of the trouble
     */
    public Kind kind() {
        return kind;
    }

    static EndpointException failed(final String message) {
        return new EndpointException(Kind.FAILED, message);
    }
}
