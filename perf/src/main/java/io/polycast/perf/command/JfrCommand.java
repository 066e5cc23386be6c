package io.polycast.perf.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.perf.jfr.ThreadEvents;
import io.polycast.perf.jfr.ThreadEvents.Finding;
import io.polycast.perf.jfr.ThreadEvents.Report;
import io.polycast.perf.rig.RigShape;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast bench jfr}. */
@Command(
        name = "jfr",
        description =
                "Run end_to_end staged and fused under a flight recording, and fail when a packets'"
                    + " thread entered a monitor, waited, or parked outside of its idle strategy.",
        sortOptions = false)
public final class JfrCommand extends BenchCommand {
    private static final int FANOUT = 3;
    private static final int PAYLOAD = 1024;
    private static final int ACK_EVERY = 16;

    @Option(
            names = "--packets",
            defaultValue = "2000000",
            description = "Packets under the recording, for each threading (${DEFAULT-VALUE}).")
    private int packets;

    @Override
    public Integer call() throws IOException {
        if (packets < 1) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "--packets " + packets + " is no load; give 1 or more");
        }
        if (!FlightRecorder.isAvailable()) {
            throw new CommandFailedException(
                    ExitCode.MISSING,
                    "this Java has no flight recorder; use a HotSpot JDK with module jdk.jfr");
        }
        final PrintWriter out = out();
        final Map<String, Report> reports = new LinkedHashMap<>();
        boolean failed = false;
        for (final String threading : List.of("staged", "fused")) {
            final Report report =
                    ThreadEvents.underLoad(
                            RigShape.of(threading, FANOUT, PAYLOAD, ACK_EVERY), packets, packets);
            reports.put(threading, report);
            failed |= !report.blocking().isEmpty();
            if (!json()) {
                print(out, threading, report);
            }
        }
        if (json()) {
            printJson(reports);
        }
        return failed ? ExitCode.FAILED : ExitCode.DONE;
    }

    private static void print(final PrintWriter out, final String threading, final Report report) {
        out.printf(
                "%s: %d packets on %s: %s%n",
                threading,
                report.packets(),
                String.join(", ", report.threads()),
                report.blocking().isEmpty()
                        ? "no monitor, wait, park or sleep"
                        : report.blocking().size() + " findings");
        report.blocking().forEach(finding -> print(out, finding));
        if (!report.allocating().isEmpty()) {
            out.println("  allocations (JFR sees one a thread-local buffer):");
            report.allocating().forEach(finding -> print(out, finding));
        }
    }

    private static void print(final PrintWriter out, final Finding finding) {
        out.printf("  %s on %s, %d times%n", finding.event(), finding.thread(), finding.count());
        finding.stack().forEach(frame -> out.println("    at " + frame));
    }
}
