package io.polycast.cli.console;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The root of a tree of commands: lends its console to all of them and knows how results are printed. */
public abstract class CommandRoot {
    private final Console console;

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "Print one JSON document on standard output, of an error too.")
    private boolean json;

    private boolean documentBegun;

    /**
     * @param console that every command of the tree talks to
     */
    protected CommandRoot(final Console console) {
        this.console = console;
    }

    /**
     * Runs one command line of the tree.
     *
     * @param args words of it
     * @return one of {@link ExitCode}
     */
    public final int execute(final String... args) {
        final CommandLine commandLine =
                new CommandLine(this)
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

    /**
     * @return console of the process, or of a test
     */
    protected final Console console() {
        return console;
    }

    /**
     * @return whether the result is one JSON document
     */
    protected final boolean json() {
        return json;
    }

    /**
     * @param document that is the result
     */
    protected final void printJson(final Object document) {
        beginDocument();
        Json.print(console.out(), document);
    }

    /** From now on standard output has its one document. */
    final void beginDocument() {
        documentBegun = true;
    }

    final boolean hasDocument() {
        return documentBegun;
    }
}
