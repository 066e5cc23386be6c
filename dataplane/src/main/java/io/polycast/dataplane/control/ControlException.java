package io.polycast.dataplane.control;

/** A request failed; the message is one line with the remedy. */
public class ControlException extends Exception {
    /** The switch refused, or failed. */
    public static final int FAILED = 1;

    /** The request is wrong. */
    public static final int USAGE = 2;

    /** There is no switch to talk to. */
    public static final int UNREACHABLE = 3;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * @param exitCode for the command line: {@link #FAILED}, {@link #USAGE} or {@link #UNREACHABLE}
     * @param message what is wrong, with the remedy
     */
    public ControlException(final int exitCode, final String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /**
     * @param exitCode for the command line
     * @param message what is wrong, with the remedy
     * @param cause of it
     */
    public ControlException(final int exitCode, final String message, final Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /**
     * @return the command line's exit code
     */
    public int exitCode() {
        return exitCode;
    }
}
