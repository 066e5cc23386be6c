package io.polycast.cli;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns a failure into one line on standard error and an exit code. */
final class Errors {
    /** Picocli lists an enum with Java's constants, which users do not type. */
    private static final Pattern CONSTANTS =
            Pattern.compile("expected one of \\[([A-Z_, ]+)] \\(case-(?:in)?sensitive\\) but was");

    private Errors() {}

    static int onWrongUsage(final ParameterException e, final String[] args) {
        final CommandLine commandLine = e.getCommandLine();
        final PrintWriter err = commandLine.getErr();
        err.println(line(e) + suggestion(e, commandLine));
        return ExitCode.USAGE;
    }

    static int onFailure(
            final Exception e, final CommandLine commandLine, final ParseResult parseResult) {
        final PrintWriter err = commandLine.getErr();
        final int exitCode;
        if (e instanceof CommandFailedException failure) {
            // One line per problem: only a configuration has several.
            failure.getMessage().lines().forEach(line -> err.println("polycast: " + line));
            exitCode = failure.exitCode();
        } else {
            err.println(
                    "polycast: internal error: "
                            + e
                            + " (set POLYCAST_DEBUG=1 for the stack trace, and please report it)");
            exitCode = ExitCode.FAILED;
        }
        if (System.getenv("POLYCAST_DEBUG") != null) {
            e.printStackTrace(err);
        }
        return exitCode;
    }

    private static String line(final ParameterException e) {
        final String line = e.getMessage().replaceAll("\\s*\\R\\s*", " ").strip();
        return "polycast: "
                + CONSTANTS
                        .matcher(line)
                        .replaceAll(
                                list ->
                                        "expected one of "
                                                + list.group(1).toLowerCase(Locale.ROOT)
                                                + " but was");
    }

    private static String suggestion(final ParameterException e, final CommandLine commandLine) {
        final StringWriter suggestions = new StringWriter();
        final boolean suggested =
                UnmatchedArgumentException.printSuggestions(e, new PrintWriter(suggestions, true));
        final String help = commandLine.getCommandSpec().qualifiedName() + " --help";
        final String hint =
                suggested
                        ? suggestions.toString().strip().replaceAll("\\s*\\R\\s*", " ")
                                + " ("
                                + help
                                + " lists all)"
                        : "see " + help;
        return "; " + hint;
    }
}
