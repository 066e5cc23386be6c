package io.polycast.perf.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.perf.curves.CostCurves;
import io.polycast.perf.curves.CostCurves.Verdict;
import io.polycast.perf.rig.DataFrame;
import io.polycast.perf.suite.StoredRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast bench curves}. */
@Command(
        name = "curves",
        description =
                "Cost of a packet over the number of groups (fan-out 3) and over the fan-out (one"
                        + " group), through a whole fused switch. Prints CSV.",
        footer = {
            "",
            "Exit codes: 0 done, 1 the curves are not what --check asks for, 2 wrong usage."
        },
        sortOptions = false)
public final class CurvesCommand extends BenchCommand {
    private static final int MOST_GROUPS = 100_000;
    private static final int MOST_FANOUT = 64;
    private static final double GROUPS_FACTOR = 2;
    private static final double DEVIATION_PERCENT = 25;

    @Option(
            names = "--groups",
            split = ",",
            paramLabel = "N",
            defaultValue = "1,10,100,1000,10000,100000",
            description = "Numbers of groups, 1 to 100000 (default: ${DEFAULT-VALUE}).")
    private List<Integer> groups;

    @Option(
            names = "--fanout",
            split = ",",
            paramLabel = "N",
            defaultValue = "1,2,4,8,16,32,64",
            description = "Fan-outs, 1 to 64, at least two (default: ${DEFAULT-VALUE}).")
    private List<Integer> fanouts;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "1026",
            description = "Of a frame without FCS (default: ${DEFAULT-VALUE}).")
    private int size;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Of each point; medians are printed (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--round-ms",
            paramLabel = "MS",
            defaultValue = "500",
            description = "Time of a round (default: ${DEFAULT-VALUE}).")
    private int roundMs;

    @Option(
            names = "--check",
            description = "Fail when the groups make more than a factor of 2, or copies no line.")
    private boolean check;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the CSV there as well.")
    private Path csv;

    @Override
    public Integer call() throws InterruptedException {
        refuse(
                groups.isEmpty() || groups.stream().anyMatch(n -> n < 1 || n > MOST_GROUPS),
                "--groups are not in 1 to 100000");
        refuse(
                fanouts.stream().distinct().count() < 2
                        || fanouts.stream().anyMatch(n -> n < 1 || n > MOST_FANOUT),
                "--fanout are not two or more in 1 to 64");
        refuse(
                size < DataFrame.OVERHEAD + DataFrame.LEAST_PAYLOAD
                        || (size - DataFrame.OVERHEAD) % 4 != 0
                        || size > DataFrame.OVERHEAD + 4096,
                "--size " + size + " is not 58 and a multiple of 4, from 66 to 4154");
        refuse(rounds < 1 || roundMs < 1, "--rounds and --round-ms are at least 1");
        StoredRun.requireDirectory(csv);
        final PrintWriter err = err();
        final CostCurves curves =
                CostCurves.measure(
                        size - DataFrame.OVERHEAD,
                        groups.stream().sorted().toList(),
                        fanouts.stream().sorted().toList(),
                        rounds,
                        TimeUnit.MILLISECONDS.toNanos(roundMs));
        final PrintWriter out = out();
        write(curves);
        if (json()) {
            printJson(curves);
        } else {
            curves.csv().forEach(out::println);
        }
        final Verdict verdict = curves.verdict();
        err.printf(
                "polycast: over groups a factor of %.2f (greatest step %.2f); over copies %.1f ns a"
                        + " packet and %.1f ns a copy, points off that line by %.0f %% at most%n",
                verdict.groupsFactor(),
                verdict.groupsStep(),
                verdict.packetNs(),
                verdict.copyNs(),
                verdict.worstDeviationPercent());
        final boolean held =
                verdict.groupsFactor() <= GROUPS_FACTOR
                        && verdict.worstDeviationPercent() <= DEVIATION_PERCENT;
        return check && !held ? ExitCode.FAILED : ExitCode.DONE;
    }

    private void write(final CostCurves curves) {
        if (csv == null) {
            return;
        }
        try {
            Files.write(csv, curves.csv());
        } catch (final IOException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "cannot write " + csv + ": " + e.getMessage(), e);
        }
    }
}
