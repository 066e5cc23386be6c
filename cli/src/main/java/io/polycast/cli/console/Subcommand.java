package io.polycast.cli.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Common part of all commands: the console, help, and results as one JSON document. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
public abstract class Subcommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    /**
     * @return whether the result is one JSON document
     */
    protected final boolean json() {
        return root().json();
    }

    /**
     * @return console of the process, or of a test
     */
    protected final Console console() {
        return root().console();
    }

    /**
     * @param line of the result, for people
     */
    protected final void println(final String line) {
        console().out().println(line);
    }

    /**
     * @param document that is the result
     */
    protected final void printJson(final Object document) {
        root().printJson(document);
    }

    /**
     * @param name of the array
     * @return writer of a document whose array comes about bit by bit
     */
    protected final JsonArrayWriter jsonArray(final String name) {
        return new JsonArrayWriter(console().out(), name, root()::beginDocument);
    }

    /**
     * @param message what is wrong with the command line, and the remedy
     * @return an exception that ends the command with exit code 2
     */
    protected final ParameterException wrongUsage(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private CommandRoot root() {
        return (CommandRoot) spec.root().userObject();
    }
}
