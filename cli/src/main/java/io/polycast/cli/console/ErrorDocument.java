package io.polycast.cli.console;

import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * The document of a command that failed: {@code ok} is false, {@code error} has the lines of
 * standard error, {@code exit} the exit code, and {@code problems} the places of a text that is
 * wrong. The document is printed with {@code --json} only, and never behind a document of the
 * command itself.
 */
public final class ErrorDocument {
    private static final String JSON_OPTION = "--json";
    private static final String END_OF_OPTIONS = "--";

    private ErrorDocument() {}

    /**
     * Of a command line that cannot be read: whether it asks for JSON is known from its words alone.
     *
     * @param commandLine that refused the words
     * @param args all words
     * @param message for people, without the program's name
     */
    public static void ofUsage(
            final CommandLine commandLine, final String[] args, final String message) {
        boolean asked = root(commandLine).json();
        for (int i = 0; i < args.length && !END_OF_OPTIONS.equals(args[i]); i++) {
            asked |= JSON_OPTION.equals(args[i]);
        }
        if (asked && !root(commandLine).hasDocument()) {
            print(commandLine, document(ExitCode.USAGE, message, List.of()));
        }
    }

    /**
     * Of a command that ran.
     *
     * @param commandLine of it
     * @param exitCode that the process ends with
     * @param message for people, a line for each problem
     * @param failure whose cause may be a wrong configuration
     */
    public static void ofFailure(
            final CommandLine commandLine,
            final int exitCode,
            final String message,
            final Exception failure) {
        final CommandRoot root = root(commandLine);
        if (root.json() && !root.hasDocument()) {
            final List<Problem> problems =
                    failure.getCause() instanceof ConfigurationException wrong
                            ? wrong.problems()
                            : List.of();
            print(commandLine, document(exitCode, message, problems));
        }
    }

    private static void print(final CommandLine commandLine, final Map<String, Object> document) {
        root(commandLine).beginDocument();
        Json.print(commandLine.getOut(), document);
    }

    private static Map<String, Object> document(
            final int exitCode, final String message, final List<Problem> problems) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("ok", false);
        document.put("error", message);
        document.put("exit", exitCode);
        if (!problems.isEmpty()) {
            document.put("problems", problems.stream().map(ErrorDocument::place).toList());
        }
        return document;
    }

    private static Map<String, Object> place(final Problem problem) {
        final Map<String, Object> place = new LinkedHashMap<>();
        place.put("file", problem.file());
        place.put("line", problem.line() == 0 ? null : problem.line());
        place.put("column", problem.line() == 0 ? null : problem.column());
        place.put("what", problem.what());
        place.put("remedy", problem.remedy());
        return place;
    }

    private static CommandRoot root(final CommandLine commandLine) {
        return (CommandRoot) commandLine.getCommandSpec().root().userObject();
    }
}
