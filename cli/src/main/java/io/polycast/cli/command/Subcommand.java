package io.polycast.cli.command;

import io.polycast.cli.console.Console;
import io.polycast.cli.console.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands share: the console, help, and results as one JSON document. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class Subcommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON document on standard output.")
    private boolean json;

    final boolean json() {
        return json;
    }

    final Console console() {
        return ((PolycastCommand) spec.root().userObject()).console();
    }

    final void println(final String line) {
        console().out().println(line);
    }

    final void printJson(final Object document) {
        Json.print(console().out(), document);
    }

    /**
     * @param message what is wrong with the command line, and the remedy
     * @return an exception that ends the command with exit code 2
     */
    final ParameterException wrongUsage(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
