package io.polycast.perf.suite;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Optional;

/** The benchmarks of one run, chosen by patterns over their names. */
public final class BenchmarkSuite {
    private static final String PACKAGE = "io\\.polycast\\.perf\\.";

    /** What a JVM takes beside its iterations. */
    private static final double FORK_SECONDS = 0.7;

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final List<String> includes;
    private final List<BenchmarkListEntry> entries;

    /**
     * @param patterns regular expressions looked for in the benchmarks' full names; none: all
     * @throws CommandFailedException for people, when nothing is named so
     */
    public BenchmarkSuite(final List<String> patterns) {
        patterns.forEach(BenchmarkSuite::check);
        includes = patterns.isEmpty() ? List.of(PACKAGE) : patterns;
        entries = List.copyOf(found(includes));
        if (entries.isEmpty()) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "no benchmark is named like "
                            + String.join(", ", patterns)
                            + "; there are "
                            + String.join(", ", allNames()));
        }
    }

    /** Names without package and class, each once. */
    private static Set<String> allNames() {
        final Set<String> names = new TreeSet<>();
        for (final BenchmarkListEntry each : found(List.of(PACKAGE))) {
            final String whole = each.getUsername();
            names.add(whole.substring(whole.lastIndexOf('.') + 1));
        }
        return names;
    }

    private static Collection<BenchmarkListEntry> found(final List<String> includes) {
        return BenchmarkList.defaultList()
                .find(
                        OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT),
                        includes,
                        List.of());
    }

    private static void check(final String pattern) {
        try {
            Pattern.compile(pattern);
        } catch (final PatternSyntaxException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE,
                    "pattern "
                            + pattern
                            + " is no regular expression: "
                            + e.getDescription()
                            + "; a benchmark's name is one",
                    e);
        }
    }

    /**
     * @return names of the benchmarks, each with the values of its parameters
     */
    public Map<String, Map<String, List<String>>> names() {
        final Map<String, Map<String, List<String>>> names = new TreeMap<>();
        for (final BenchmarkListEntry entry : entries) {
            final Map<String, List<String>> params = new TreeMap<>();
            if (entry.getParams().hasValue()) {
                entry.getParams()
                        .get()
                        .forEach((name, values) -> params.put(name, List.of(values)));
            }
            final String full = entry.getUsername();
            names.put(full.substring(full.lastIndexOf('.') + 1), params);
        }
        return names;
    }

    /**
     * @return sets of parameters over all benchmarks: what JMH starts a fork for
     */
    public int sets() {
        return entries.stream().mapToInt(BenchmarkSuite::sets).sum();
    }

    private static int sets(final BenchmarkListEntry entry) {
        final Map<String, String[]> none = Map.of();
        return entry.getParams().orElse(none).values().stream()
                .mapToInt(values -> values.length)
                .reduce(1, Math::multiplyExact);
    }

    /**
     * @return about how long a whole run takes, in seconds
     */
    public long seconds() {
        double seconds = 0;
        for (final BenchmarkListEntry entry : entries) {
            final double iterations =
                    seconds(entry.getWarmupIterations(), entry.getWarmupTime())
                            + seconds(entry.getMeasurementIterations(), entry.getMeasurementTime());
            seconds += sets(entry) * entry.getForks().orElse(1) * (iterations + FORK_SECONDS);
        }
        return Math.round(seconds);
    }

    private static double seconds(
            final Optional<Integer> iterations, final Optional<TimeValue> each) {
        return iterations.get() * (double) each.get().convertTo(TimeUnit.MILLISECONDS) / 1000;
    }

    /**
     * Runs them, one after another.
     *
     * @param quick whether the shape is enough
     * @param silent whether nothing but the results may be printed
     * @param profile to run them under
     * @return results in JMH's order
     * @throws CommandFailedException for people, when a benchmark failed
     */
    public List<BenchmarkResult> run(
            final boolean quick, final boolean silent, final Profile profile) {
        final ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .addProfiler(GCProfiler.class)
                        .shouldFailOnError(true)
                        .verbosity(silent ? VerboseMode.SILENT : VerboseMode.NORMAL);
        includes.forEach(options::include);
        profile.apply(options);
        if (quick) {
            QuickPlan.of(sets()).apply(options);
        }
        final Collection<RunResult> results;
        try {
            results = new Runner(options.build()).run();
        } catch (final RunnerException e) {
            final Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailedException(
                    ExitCode.FAILED, "the benchmarks did not run: " + cause.getMessage(), e);
        }
        final List<BenchmarkResult> documents = new ArrayList<>();
        results.forEach(result -> documents.add(document(result, profile)));
        return documents;
    }

    private static BenchmarkResult document(final RunResult result, final Profile profile) {
        final Result<?> primary = result.getPrimaryResult();
        final Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        final Median median =
                Median.of(
                        result.getBenchmarkResults().stream()
                                .flatMap(fork -> fork.getIterationResults().stream())
                                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                                .toArray());
        final Map<String, Double> found = new TreeMap<>();
        if (profile != Profile.NONE) {
            result.getSecondaryResults()
                    .forEach((name, value) -> found.put(name, finite(value.getScore())));
            found.values().removeIf(java.util.Objects::isNull);
        }
        return new BenchmarkResult(
                primary.getLabel(),
                params(result.getParams()),
                median.value(),
                finite(median.error()),
                allocated == null ? null : hundredths(allocated.getScore()),
                found);
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
