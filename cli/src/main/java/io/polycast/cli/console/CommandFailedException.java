package io.polycast.cli.console;

/** Ends a command with one line for people and an exit code. */
public final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * @param exitCode one of {@link ExitCode}
     * @param message what, where and the remedy, in one line
     */
    public CommandFailedException(final int exitCode, final String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /**
     * @param exitCode one of {@link ExitCode}
     * @param message what, where and the remedy, in one line
     * @param cause of the failure, shown with POLYCAST_DEBUG set
     */
    public CommandFailedException(final int exitCode, final String message, final Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /**
     * @return one of {@link ExitCode}
     */
    public int exitCode() {
        return exitCode;
    }
}
