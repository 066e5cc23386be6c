package io.polycast.xdp.port;

/** A port cannot be opened. The message is one line for people: what, where, remedy. */
public final class PortException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Kind of the remedy; the command line makes exit codes of it. */
    public enum Kind {
        /** The specification is wrong: exit 2. */
        USAGE,
        /** A capability or a limit is missing: exit 3. */
        MISSING_CAPABILITY,
        /** The device or the kernel refuses a demand: exit 3. */
        DEVICE
    }

    private final Kind kind;

    /**
     * @param kind of trouble
     * @param message one line: what, where, remedy
     */
    public PortException(final Kind kind, final String message) {
        super(message);
        this.kind = kind;
    }

    /**
     * @param kind of trouble
     * @param message one line: what, where, remedy
     * @param cause first cause
     */
    public PortException(final Kind kind, final String message, final Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * @return kind of trouble
     */
    public Kind kind() {
        return kind;
    }
}
