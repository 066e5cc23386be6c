package io.polycast.perf.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Common part of the subcommands of {@code polycast bench}: help, output, and refusal of wrong options. */
abstract class BenchCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 1,
            description = "Show this help message and exit.")
    private boolean help;

    @Spec private CommandSpec spec;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /**
     * @param wrong whether the options are refused
     * @param message what is wrong
     * @throws CommandFailedException with exit code 2 when they are
     */
    final void refuse(final boolean wrong, final String message) {
        if (wrong) {
            throw new CommandFailedException(
                    ExitCode.USAGE, message + "; see polycast bench " + spec.name() + " --help");
        }
    }
}
