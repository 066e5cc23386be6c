package io.polycast.cli;

import io.polycast.cli.command.PolycastCommand;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;

/** Entry of the polycast command. */
public final class Main {
    private Main() {}

    /**
     * @param args of the command line
     */
    public static void main(final String[] args) {
        final int exitCode = execute(Console.ofProcess(), args);
        System.exit(exitCode);
    }

    /**
     * Runs one command line.
     *
     * @param console to talk to
     * @param args of the command line
     * @return one of {@link ExitCode}
     */
    public static int execute(final Console console, final String... args) {
        return new PolycastCommand(console).execute(args);
    }
}
