package io.polycast.cli.command;

import io.polycast.cli.console.ByteSize;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.cli.demo.Demo;
import io.polycast.cli.demo.DemoResult;
import io.polycast.cli.demo.DemoSettings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast demo}. */
@Command(
        name = "demo",
        description =
                "Send from one software RC queue pair to many, through the real switch over memory"
                        + " ports, and verify every byte.",
        footer = {"", "Exit code 1 when a receiver lacks a byte or has a wrong one."},
        showDefaultValues = true)
final class DemoCommand extends Subcommand {
    private static final Set<Integer> PATH_MTUS = Set.of(256, 512, 1024, 2048, 4096);

    /** How the bytes travel. */
    enum Operation {
        SEND,
        WRITE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How they are checked. */
    enum Verification {
        FULL,
        SAMPLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final long MOST_BYTES = 1_000_000_000_000L;

    @Option(names = "--receivers", paramLabel = "N", description = "Receivers, 1 to 63.")
    private int receivers = 3;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            defaultValue = "256MB",
            description = "What the sender sends, for instance 4096, 64KiB or 1GB.")
    private long bytes;

    @Option(
            names = "--op",
            paramLabel = "OP",
            description = "${COMPLETION-CANDIDATES}: into posted receives, or RDMA WRITE.")
    private Operation operation = Operation.SEND;

    @Option(
            names = "--loss",
            paramLabel = "P",
            description = "Probability that a frame is lost, on each hop and in both directions.")
    private double loss;

    @Option(names = "--seed", paramLabel = "S", description = "Of payload, losses and first PSN.")
    private long seed = 1;

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            description =
                    "${COMPLETION-CANDIDATES}: SHA-256 of all bytes at each receiver, or every"
                            + " packet's ICRC and samples of the bytes.")
    private Verification verification = Verification.FULL;

    @Option(
            names = "--mtu",
            paramLabel = "MTU",
            description = "Path MTU: 256, 512, 1024, 2048 or 4096 bytes of payload a packet.")
    private int pathMtu = 4096;

    @Override
    public Integer call() {
        final DemoSettings settings = settings();
        final ProgressBar bar = new ProgressBar(console(), bytes);
        final DemoResult result;
        try {
            result = Demo.run(settings, bar::show);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailedException(ExitCode.FAILED, "the demo was interrupted", e);
        } finally {
            bar.clear();
        }
        if (json()) {
            printJson(document(result));
        } else {
            DemoSummary.lines(result).forEach(this::println);
        }
        if (!result.verified()) {
            throw new CommandFailedException(
                    ExitCode.FAILED, "the demo did not verify: " + result.problem());
        }
        return ExitCode.DONE;
    }

    private DemoSettings settings() {
        if (receivers < 1 || receivers > DemoSettings.MAX_RECEIVERS) {
            throw wrongUsage(
                    "--receivers " + receivers + " is not in 1 to " + DemoSettings.MAX_RECEIVERS);
        }
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw wrongUsage("--bytes " + bytes + " is not in 1 to " + MOST_BYTES + " (1TB)");
        }
        if (!(loss >= 0 && loss < 1)) {
            throw wrongUsage("--loss " + loss + " is no probability in [0, 1)");
        }
        if (!PATH_MTUS.contains(pathMtu)) {
            throw wrongUsage("--mtu " + pathMtu + " is none of 256, 512, 1024, 2048, 4096");
        }
        return new DemoSettings(
                receivers,
                bytes,
                operation == Operation.WRITE,
                loss,
                seed,
                verification == Verification.FULL,
                pathMtu);
    }

    private static Map<String, Object> document(final DemoResult result) {
        final DemoResult.Counters counters = result.counters();
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("receivers", result.settings().receivers());
        document.put("bytes", result.settings().bytes());
        document.put("verified", result.verified());
        document.put("seconds", result.seconds());
        document.put("goodput_bps", Math.round(result.goodputBps()));
        document.put("delivered_bps", Math.round(result.deliveredBps()));
        document.put("data_packets_in", counters.dataPacketsIn());
        document.put("data_packets_out", counters.dataPacketsOut());
        document.put("acks_in", counters.acksIn());
        document.put("acks_out", counters.acksOut());
        document.put("nacks_out", counters.nacksOut());
        document.put("retransmitted", counters.retransmitted());
        document.put("seed", result.settings().seed());
        document.put("problem", result.verified() ? null : result.problem());
        return document;
    }
}
