package io.polycast.dataplane.opening;

/** A switch that cannot start; the message is one line with the remedy. */
public final class ApplianceException extends Exception {
    /** The start failed, although configuration and machine allow it. */
    public static final int FAILED = 1;

    /** Wrong configuration. */
    public static final int USAGE = 2;

    /** A capability or device is missing. */
    public static final int MISSING = 3;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public ApplianceException(final int exitCode, final String message, final Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /**
     * @return the command line's exit code: {@link #FAILED}, {@link #USAGE} or {@link #MISSING}
     */
    public int exitCode() {
        return exitCode;
    }
}
