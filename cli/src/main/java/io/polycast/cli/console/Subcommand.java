package io.polycast.cli.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Common part of all commands: the console, help, and results as one JSON document. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
public abstract class Subcommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON document on standard output.")
    private boolean json;

    /**
     * @return whether the result is one JSON document
     */
    protected final boolean json() {
        return json;
    }

    /**
     * @return console of the process, or of a test
     */
    protected final Console console() {
        return ((CommandRoot) spec.root().userObject()).console();
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
        Json.print(console().out(), document);
    }

    /**
     * @param message mistake of the command line, and the remedy
     * @return an exception that ends the command with exit code 2
     */
    protected final ParameterException wrongUsage(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
