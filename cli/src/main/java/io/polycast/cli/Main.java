package io.polycast.cli;

import io.polycast.cli.command.PolycastCommand;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;
import picocli.CommandLine;

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
        final CommandLine commandLine =
                new CommandLine(new PolycastCommand(console))
                        .setOut(console.out())
                        .setErr(console.err())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setUsageHelpAutoWidth(true)
                        .setAbbreviatedOptionsAllowed(false)
                        .setParameterExceptionHandler(Errors::onWrongUsage)
                        .setExecutionExceptionHandler(Errors::onFailure);
        final int exitCode = commandLine.execute(args);
        console.out().flush();
        console.err().flush();
        return exitCode;
    }
}
