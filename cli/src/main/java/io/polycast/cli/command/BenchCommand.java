package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Name of {@code polycast bench} in the list of commands. The launcher starts the benchmarks itself,
 * with options of their own, since no module may import perf.
 */
@Command(
        name = "bench",
        description = {
            "Measure: benchmarks, latency, cost of feedback, cost curves, a look for blocked"
                    + " threads.",
            "The launcher starts it; ./polycast bench --help lists all options."
        })
final class BenchCommand extends Subcommand {
    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..*",
            description = "Benchmarks to run, by name, or one of latency, feedback, curves, jfr.")
    private List<String> names;

    @Override
    public Integer call() {
        throw new CommandFailedException(
                ExitCode.USAGE, "bench is started by the launcher: use ./polycast bench");
    }
}
