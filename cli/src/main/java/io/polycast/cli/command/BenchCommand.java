package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Help for {@code polycast bench}. The launcher starts the benchmarks itself, since no module may
 * import perf.
 */
@Command(
        name = "bench",
        description = "Run the JMH benchmarks (started by the launcher ./polycast).")
final class BenchCommand extends Subcommand {
    @Option(names = "--quick", description = "Short runs: the shape, not the figures.")
    private boolean quick;

    @Parameters(
            paramLabel = "REGEX",
            arity = "0..*",
            description = "Benchmarks to run, by name; all when none is given.")
    private List<String> names;

    @Override
    public Integer call() {
        throw new CommandFailedException(
                ExitCode.USAGE, "bench is started by the launcher: use ./polycast bench");
    }
}
