package io.polycast.cli.console;

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

    final Console console() {
        return console;
    }

    final boolean json() {
        return json;
    }

    /** From now on standard output has its one document. */
    final void beginDocument() {
        documentBegun = true;
    }

    final boolean hasDocument() {
        return documentBegun;
    }
}
