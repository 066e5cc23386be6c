package io.polycast.cli.command;

import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.JobsOption;
import io.polycast.cli.console.ProgressLine;
import io.polycast.cli.console.Subcommand;
import io.polycast.sim.draw.Draw;
import io.polycast.sim.registration.RegistrationReport;
import io.polycast.sim.registration.RegistrationSwarm;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.scenario.QueueCounts;
import io.polycast.sim.swarm.Failure;
import io.polycast.sim.swarm.Swarm;
import io.polycast.sim.swarm.SwarmReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code polycast sim}: the simulator. */
@Command(
        name = "sim",
        description = "Run experiments in the simulator.",
        subcommands = {SimCommand.Faults.class, SimFabricCommand.class})
final class SimCommand extends Subcommand {
    @Override
    public Integer call() {
        throw wrongUsage("no subcommand given: sim faults, sim fabric");
    }

    /** {@code polycast sim faults}. */
    @Command(
            name = "faults",
            description = {
                "Run seeds through the simulator: each draws a network, groups, traffic and"
                        + " faults,",
                "and every invariant is checked after every event. A violation is printed with the",
                "command that replays it and the smallest scenario that shows it."
            })
    static final class Faults extends Subcommand {
        private static final Pattern RANGE = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

        @Option(
                names = "--seeds",
                paramLabel = "A..B",
                defaultValue = "1..2000",
                description = "Seeds to run, both ends included (default: ${DEFAULT-VALUE}).")
        private String seeds;

        @Mixin private JobsOption jobs;

        @Option(
                names = "--queues",
                description =
                        "Give the switches lossless egress queues with ECN marks and PFC,"
                                + " beside all else that a seed draws.")
        private boolean queues;

        @Option(
                names = "--registrations",
                description =
                        "Run another family of seeds: groups that come and go by MRP, in networks"
                                + " that lose, repeat and reorder frames and restart switches.")
        private boolean registrations;

        @Override
        public Integer call() throws InterruptedException {
            if (registrations && queues) {
                throw wrongUsage("--registrations draws no queues: leave out --queues");
            }
            final Matcher range = RANGE.matcher(seeds);
            if (!range.matches()) {
                throw wrongUsage("--seeds " + seeds + ": give a seed or a range such as 1..2000");
            }
            final long first = Long.parseLong(range.group(1));
            final long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
            if (last < first) {
                throw wrongUsage("--seeds " + seeds + " counts down; write " + last + ".." + first);
            }
            final int threads = jobs.threads();
            final Set<Draw> draws = queues ? EnumSet.allOf(Draw.class) : Draw.DEFAULT;
            final ProgressLine progress = new ProgressLine(console(), last - first + 1, "seeds");
            if (registrations) {
                final RegistrationReport report =
                        RegistrationSwarm.run(first, last, threads, progress::show);
                progress.clear();
                if (json()) {
                    printJson(RegistrationOutput.document(report));
                } else {
                    RegistrationOutput.lines(report).forEach(this::println);
                }
                return report.failures().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
            }
            final SwarmReport report = Swarm.run(first, last, threads, draws, progress::show);
            progress.clear();
            if (json()) {
                final Map<String, Object> document = document(report);
                if (queues) {
                    document.put("queues", queues(report.queues()));
                }
                printJson(document);
            } else {
                print(report);
                if (queues) {
                    print(report.queues());
                }
            }
            return report.failures().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        }

        private static Map<String, Object> document(final SwarmReport report) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("seeds", report.seeds());
            document.put("events", report.events());
            document.put("violations", report.failures().size());
            document.put("packets", report.packets());
            document.put("kernel_frames", report.kernelFrames());
            document.put("losses_injected", report.lossesInjected());
            document.put("corruptions_injected", report.corruptionsInjected());
            document.put("restarts_injected", report.restartsInjected());
            document.put("seconds", report.seconds());
            final Map<String, Long> faults = new LinkedHashMap<>();
            for (final FaultKind kind : FaultKind.values()) {
                faults.put(kind.label(), report.faults().get(kind));
            }
            document.put("faults", faults);
            final List<Map<String, Object>> failures = new ArrayList<>();
            for (final Failure failure : report.failures()) {
                final Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("seed", failure.seed());
                entry.put("invariant", failure.result().broken().name());
                entry.put("message", failure.result().message());
                entry.put("replay", failure.command());
                failures.add(entry);
            }
            document.put("failures", failures);
            return document;
        }

        private static Map<String, Long> queues(final QueueCounts counts) {
            final Map<String, Long> document = new LinkedHashMap<>();
            document.put("marked", counts.marked());
            document.put("cnps_received", counts.notifications());
            document.put("stops", counts.stops());
            document.put("frames_halted", counts.halted());
            document.put("dropped", counts.dropped());
            document.put("most_bytes", (long) counts.mostBytes());
            return document;
        }

        private void print(final QueueCounts counts) {
            println(
                    String.format(
                            Locale.ROOT,
                            "queues: %d frames marked, %d CNPs received, %d stops, %d frames"
                                    + " halted, %d dropped, at most %d bytes",
                            counts.marked(),
                            counts.notifications(),
                            counts.stops(),
                            counts.halted(),
                            counts.dropped(),
                            counts.mostBytes()));
        }

        private void print(final SwarmReport report) {
            report.failures().forEach(failure -> println(failure.describe() + "\n"));
            println(
                    String.format(
                            Locale.ROOT,
                            "%d %s, %d events, %d packets in %.1f s: %d violations",
                            report.seeds(),
                            report.seeds() == 1 ? "seed" : "seeds",
                            report.events(),
                            report.packets(),
                            report.seconds(),
                            report.failures().size()));
            final StringBuilder faults = new StringBuilder("faults:");
            for (final FaultKind kind : FaultKind.values()) {
                faults.append(' ')
                        .append(report.faults().get(kind))
                        .append(' ')
                        .append(kind.label().replace('_', ' '))
                        .append(',');
            }
            faults.setLength(faults.length() - 1);
            println(faults.toString());
        }
    }
}
