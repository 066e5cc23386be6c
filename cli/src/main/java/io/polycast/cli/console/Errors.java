package io.polycast.cli.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns a failure into lines on standard error, with --json into a document, and into an exit code. */
final class Errors {
    /** Picocli lists an enum with Java's constants, which users do not type. */
    private static final Pattern CONSTANTS =
            Pattern.compile("expected one of \\[([A-Z_, ]+)] \\(case-(?:in)?sensitive\\) but was");

    /** Picocli says types of Java: an int, a long, a double. */
    private static final Pattern NUMBERS = Pattern.compile("is not an? (int|long|double)$");

    private static final String PREFIX = "polycast: ";

    private Errors() {}

    static int onWrongUsage(final ParameterException e, final String[] args) {
        final CommandLine commandLine = e.getCommandLine();
        final String line = line(e) + suggestion(e, commandLine);
        commandLine.getErr().println(PREFIX + line);
        ErrorDocument.ofUsage(commandLine, args, line);
        return ExitCode.USAGE;
    }

    static int onFailure(
            final Exception e, final CommandLine commandLine, final ParseResult parseResult) {
        final PrintWriter err = commandLine.getErr();
        final int exitCode =
                e instanceof CommandFailedException failure ? failure.exitCode() : ExitCode.FAILED;
        final String message =
                e instanceof CommandFailedException
                        ? e.getMessage()
                        : "internal error: "
                                + e
                                + " (set POLYCAST_DEBUG=1 for the stack trace, and please report"
                                + " it)";
        // One line per problem: only a configuration has several.
        message.lines().forEach(line -> err.println(PREFIX + line));
        ErrorDocument.ofFailure(commandLine, exitCode, message, e);
        if (System.getenv("POLYCAST_DEBUG") != null) {
            e.printStackTrace(err);
        }
        return exitCode;
    }

    private static String line(final ParameterException e) {
        final String line = e.getMessage().replaceAll("\\s*\\R\\s*", " ").strip();
        final String named =
                NUMBERS.matcher(line)
                        .replaceFirst(
                                type ->
                                        type.group(1).equals("double")
                                                ? "is not a number"
                                                : "is not a whole number");
        return CONSTANTS
                .matcher(named)
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
