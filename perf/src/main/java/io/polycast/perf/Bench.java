package io.polycast.perf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the benchmarks; {@code ./polycast bench} starts it. */
@Command(
        name = "polycast bench",
        mixinStandardHelpOptions = true,
        subcommands = XskBench.class,
        description = "Run the JMH benchmarks, with allocated bytes per operation.")
public final class Bench implements Callable<Integer> {
    @Option(names = "--quick", description = "Short runs: the shape, not the figures.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON document on standard output.")
    private boolean json;

    @Parameters(
            paramLabel = "REGEX",
            arity = "0..*",
            description = "Benchmarks to run, by name; all when none is given.")
    private List<String> names = List.of();

    private Bench() {}

    /**
     * @param args of the command line
     */
    public static void main(final String[] args) {
        final CommandLine commandLine =
                new CommandLine(new Bench()).setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setExecutionExceptionHandler(
                (e, line, result) -> {
                    line.getErr().println("polycast: " + e.getMessage());
                    return e instanceof CommandFailedException failure
                            ? failure.exitCode()
                            : ExitCode.FAILED;
                });
        System.exit(commandLine.execute(args));
    }

    @Override
    public Integer call() throws RunnerException, JsonProcessingException {
        final ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .addProfiler(GCProfiler.class)
                        .shouldFailOnError(true)
                        .verbosity(json ? VerboseMode.SILENT : VerboseMode.NORMAL);
        if (names.isEmpty()) {
            options.include("io\\.polycast\\.perf\\..*");
        }
        names.forEach(options::include);
        if (quick) {
            options.forks(1)
                    .warmupIterations(2)
                    .warmupTime(TimeValue.milliseconds(300))
                    .measurementIterations(3)
                    .measurementTime(TimeValue.milliseconds(300));
        }
        final Collection<RunResult> results;
        try {
            results = new Runner(options.build()).run();
        } catch (final NoBenchmarksException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "no benchmark is named like " + names + "; give none to run all",
                    e);
        }
        if (json) {
            final ObjectMapper mapper =
                    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
            System.out.println(
                    mapper.writeValueAsString(results.stream().map(Bench::document).toList()));
        }
        return ExitCode.DONE;
    }

    private static Map<String, Object> document(final RunResult result) {
        final Result<?> primary = result.getPrimaryResult();
        final Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", primary.getLabel());
        document.put("params", params(result.getParams()));
        document.put("ns_per_op", primary.getScore());
        document.put("error", finite(primary.getScoreError()));
        document.put(
                "alloc_bytes_per_op", allocated == null ? null : hundredths(allocated.getScore()));
        return document;
    }

    private static Map<String, String> params(final BenchmarkParams params) {
        final Map<String, String> values = new LinkedHashMap<>();
        for (final String key : params.getParamsKeys()) {
            values.put(key, params.getParam(key));
        }
        return values;
    }

    /** JMH's own bookkeeping, spread over all operations, is some thousandths of a byte each. */
    private static double hundredths(final double value) {
        return Math.round(value * 100) / 100.0;
    }

    /** JSON has no NaN, which the error of too few iterations is. */
    private static Double finite(final double value) {
        return Double.isFinite(value) ? value : null;
    }
}
