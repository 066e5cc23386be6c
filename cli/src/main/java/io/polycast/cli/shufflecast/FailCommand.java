package io.polycast.cli.shufflecast;

import io.polycast.cli.console.ExitCode;
import io.polycast.topology.shuffle.ComputedRepair;
import io.polycast.topology.shuffle.FailedRelays;
import io.polycast.topology.shuffle.PaperRepair;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.RepairReport;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast shufflecast fail}. */
@Command(
        name = "fail",
        description = {
            "Repair the rules after relays have failed, and show which change.",
            "Exit code 1 when a live source does not reach all ToRs."
        })
final class FailCommand extends InstanceCommand {
    @Option(
            names = "--failed",
            paramLabel = "T",
            split = ",",
            required = true,
            description = "ToRs whose relay has failed, in the order of their failures.")
    private int[] failed;

    @Option(
            names = "--repair",
            defaultValue = "computed",
            description = "paper (algorithm 2) or computed (default: ${DEFAULT-VALUE}).")
    private Repair repair;

    /** How rules are repaired. */
    enum Repair {
        /** Algorithm 2, failure by failure. */
        PAPER,
        /** Breadth first for each source. */
        COMPUTED
    }

    @Override
    public Integer call() {
        final ShuffleShape shape = shape();
        final FailedRelays relays =
                valid(
                        "--failed: ",
                        () -> {
                            final FailedRelays all = new FailedRelays(shape, failed);
                            all.checkRepairable(shape);
                            return all;
                        });
        final RelayRules rules =
                repair == Repair.PAPER
                        ? new PaperRepair(shape, relays)
                        : new ComputedRepair(shape, relays);
        final RepairReport report = RepairReport.of(shape, relays, rules);
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("off", report.off());
            document.put("on", report.on());
            document.put("unreached", report.unreached());
            document.put("max_hops", report.maxHops());
            printJson(document);
        } else {
            print(report);
        }
        if (report.unreached().isEmpty()) {
            return ExitCode.DONE;
        }
        console().err().println("polycast: " + complaint(report));
        return ExitCode.FAILED;
    }

    private void print(final RepairReport report) {
        report.off().forEach((tor, sources) -> println("off  ToR " + tor + ": " + list(sources)));
        report.on().forEach((tor, sources) -> println("on   ToR " + tor + ": " + list(sources)));
        report.unreached()
                .forEach((source, tors) -> println("unreached from " + source + ": " + list(tors)));
        println("at most " + report.maxHops() + " hops");
    }

    private String complaint(final RepairReport report) {
        final int first = report.unreached().firstKey();
        final List<Integer> tors = report.unreached().get(first);
        final int more = report.unreached().size() - 1;
        return "source "
                + first
                + " does not reach ToRs "
                + list(tors)
                + (more == 0 ? "" : ", and " + more + " more sources do not reach all")
                + (repair == Repair.PAPER
                        ? "; try --repair computed"
                        : "; rules reach all after fewer than p failures only");
    }
}
