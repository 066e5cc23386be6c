package io.polycast.cli.console;

/** Exit codes of the process; scripts rely on these numbers. */
public final class ExitCode {
    /** Done, and every check held. */
    public static final int DONE = 0;

    /** A check did not hold, or a run failed. */
    public static final int FAILED = 1;

    /** Wrong usage or configuration. */
    public static final int USAGE = 2;

    /** A capability or device is missing. */
    public static final int MISSING = 3;

    private ExitCode() {}
}
