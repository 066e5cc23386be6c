package io.polycast.perf;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.CommandRoot;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.TextTable;
import io.polycast.cli.console.Version;
import io.polycast.perf.command.CurvesCommand;
import io.polycast.perf.command.FeedbackCommand;
import io.polycast.perf.command.JfrCommand;
import io.polycast.perf.command.LatencyCommand;
import io.polycast.perf.command.RegistrationCommand;
import io.polycast.perf.command.SoakCommand;
import io.polycast.perf.suite.BenchmarkResult;
import io.polycast.perf.suite.BenchmarkSuite;
import io.polycast.perf.suite.Comparison;
import io.polycast.perf.suite.Machine;
import io.polycast.perf.suite.Profile;
import io.polycast.perf.suite.StoredRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Entry of {@code ./polycast bench}: the benchmarks, and the harnesses as its subcommands. */
@Command(
        name = "polycast bench",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run the JMH benchmarks, with allocated bytes per operation.",
        footer = {
            "",
            "Exit codes: 0 done, 1 a benchmark failed or became slower, 2 wrong usage, 3 a profiler"
                    + " is missing."
        },
        sortOptions = false,
        subcommands = {
            LatencyCommand.class,
            FeedbackCommand.class,
            CurvesCommand.class,
            JfrCommand.class,
            SoakCommand.class,
            RegistrationCommand.class,
            XskBench.class
        })
public final class Bench extends CommandRoot implements Callable<Integer> {
    /** Of the root directory, where the baseline is kept in version control. */
    private static final Path BASELINE = Path.of("perf", "baseline.json");

    private static final String STORED = "";

    @Option(names = "--quick", description = "Short runs, a minute in all: the shape.")
    private boolean quick;

    @Option(
            names = "--compare",
            arity = "0..1",
            fallbackValue = STORED,
            paramLabel = "BASELINE",
            description =
                    "Say for each benchmark whether it is faster or slower than in a stored run, or"
                            + " within noise; exit 1 when one is slower. Without a file:"
                            + " perf/baseline.json.")
    private String compare;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description =
                    "With --compare: differences up to this are noise whatever the intervals say"
                            + " (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Take the results from a file of --save or --json instead of running.")
    private Path from;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "Keep the results, with machine and date, as a baseline for --compare.")
    private Path save;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "gc (collections), async (flame graphs; needs async-profiler) or perf (hardware"
                            + " counters an operation; needs linux-perf).")
    private String profile;

    @Option(
            names = "--async-library",
            paramLabel = "FILE",
            description = "libasyncProfiler.so; else $ASYNC_PROFILER and the usual places.")
    private Path asyncLibrary;

    @Option(
            names = "--profile-dir",
            paramLabel = "DIRECTORY",
            defaultValue = "bench-profile",
            description = "Where flame graphs go (default: ${DEFAULT-VALUE}).")
    private Path profileDirectory;

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..*",
            description =
                    "Regular expressions; benchmarks to run, by name. All when none is given.")
    private List<String> patterns = List.of();

    Bench(final Console console) {
        super(console);
    }

    /**
     * @param args of the command line
     */
    public static void main(final String[] args) {
        System.exit(execute(Console.ofProcess(), args));
    }

    /** Runs one command line; the exit code. */
    static int execute(final Console console, final String... args) {
        return new Bench(console).execute(args);
    }

    @Override
    public Integer call() {
        if (tolerance < 0 || !Double.isFinite(tolerance)) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "--tolerance " + tolerance + " is negative; give percent");
        }
        // Wrong options are refused before the minutes of measuring.
        StoredRun.requireDirectory(save);
        final StoredRun baseline = compare == null ? null : StoredRun.read(baselineFile());
        final StoredRun run = from == null ? measure() : StoredRun.read(from);
        if (save != null) {
            run.write(save);
        }
        if (baseline != null) {
            return report(baseline, run);
        }
        if (json()) {
            printJson(Map.of("results", run.results()));
        } else if (from != null) {
            table(run.results());
        }
        return ExitCode.DONE;
    }

    private Path baselineFile() {
        return compare.equals(STORED)
                ? Path.of(System.getProperty("polycast.root", ".")).resolve(BASELINE)
                : Path.of(compare);
    }

    private StoredRun measure() {
        final Profile wanted = Profile.of(profile, asyncLibrary, profileDirectory, System.getenv());
        final BenchmarkSuite suite = new BenchmarkSuite(patterns);
        if (!quick) {
            console()
                    .err()
                    .printf(
                            "polycast: %d sets of parameters, about %d s; --quick gives the"
                                    + " shape%n",
                            suite.sets(), suite.seconds());
        }
        final List<BenchmarkResult> results = suite.run(quick, json() || compare != null, wanted);
        return new StoredRun(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Machine.here(),
                command(),
                results);
    }

    private String command() {
        return "polycast bench"
                + (quick ? " --quick" : "")
                + (patterns.isEmpty() ? "" : " " + String.join(" ", patterns));
    }

    private int report(final StoredRun baseline, final StoredRun run) {
        if (baseline.machine() != null
                && run.machine() != null
                && !baseline.machine().isLike(run.machine())) {
            console()
                    .err()
                    .println(
                            "polycast: the baseline is of another machine ("
                                    + baseline.machine()
                                    + "), this is "
                                    + run.machine()
                                    + "; make one of this machine with --save FILE");
        }
        final Comparison comparison =
                Comparison.of(
                        baseline.results(),
                        run.results(),
                        tolerance / 100,
                        patterns.isEmpty() && from == null);
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("baseline_date", baseline.date());
            document.put("baseline_machine", baseline.machine());
            document.put("machine", run.machine());
            document.put("failed", comparison.failed());
            document.put("comparison", comparison.lines());
            printJson(document);
        } else {
            print(baseline, comparison);
        }
        return comparison.failed() ? ExitCode.FAILED : ExitCode.DONE;
    }

    private void print(final StoredRun baseline, final Comparison comparison) {
        console()
                .out()
                .println(
                        "against "
                                + (baseline.date().isEmpty()
                                        ? "a run of unknown date"
                                        : baseline.command() + " of " + baseline.date()));
        final TextTable table =
                new TextTable(
                        List.of("benchmark", "before ns", "+-", "now ns", "+-", "x", "verdict"));
        for (final Comparison.Line line : comparison.lines()) {
            table.row(
                    List.of(
                            line.key(),
                            number(line.before()),
                            number(line.beforeError()),
                            number(line.now()),
                            number(line.nowError()),
                            Double.isNaN(line.ratio()) ? "-" : number(line.ratio()),
                            line.verdict().text()));
        }
        final PrintWriter out = console().out();
        table.lines().forEach(out::println);
    }

    private void table(final List<BenchmarkResult> results) {
        final TextTable table =
                new TextTable(List.of("benchmark", "params", "ns/op", "+-", "bytes/op"));
        for (final BenchmarkResult result : results) {
            table.row(
                    List.of(
                            result.name(),
                            result.paramText(),
                            number(result.nsPerOp()),
                            number(result.error()),
                            number(result.allocBytesPerOp())));
        }
        table.lines().forEach(console().out()::println);
    }

    private static String number(final Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }
}
