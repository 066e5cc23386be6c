package io.polycast.perf.command;

import io.polycast.cli.console.ExitCode;
import io.polycast.perf.feedback.FeedbackCost;
import io.polycast.perf.feedback.Goodput;
import io.polycast.perf.feedback.GoodputRun;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast bench feedback}. */
@Command(
        name = "feedback",
        description = {
            "What feedback costs: goodput and ACKs between soft queue pairs, then the switch's"
                    + " processor time for a data packet with its answers and with answers dropped"
                    + " where they enter.",
            "Both through a switch of memory ports in this process."
        },
        footer = {"", "Exit codes: 0 done, 1 feedback costs more than --bound, 2 wrong usage."},
        sortOptions = false)
public final class FeedbackCommand extends BenchCommand {
    private static final long WARM_UP_NS = TimeUnit.SECONDS.toNanos(2);

    @Option(
            names = "--receivers",
            defaultValue = "3",
            description = "1 to 63 (default: ${DEFAULT-VALUE}).")
    private int receivers;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            defaultValue = "1024",
            description =
                    "Payload of a packet: 256, 512, 1024, 2048 or 4096 (default:"
                            + " ${DEFAULT-VALUE}).")
    private int mtu;

    @Option(
            names = "--ack-every",
            split = ",",
            paramLabel = "PACKETS",
            defaultValue = "64,16,1",
            description =
                    "Packets after which the source asks for an ACK, 1 to 256; the first one is"
                        + " that of the goodput run (default: ${DEFAULT-VALUE}; 64 is about what"
                        + " soft-RoCE does).")
    private List<Integer> ackEvery;

    @Option(
            names = "--threading",
            defaultValue = "fused",
            description = "Of the goodput run: staged or fused (default: ${DEFAULT-VALUE}).")
    private String threading;

    @Option(
            names = "--seconds",
            defaultValue = "5",
            description = "Of the goodput run (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--rounds",
            defaultValue = "11",
            description = "With and without feedback, in turn (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--round-ms",
            paramLabel = "MS",
            defaultValue = "500",
            description = "Time of a round (default: ${DEFAULT-VALUE}).")
    private int roundMs;

    @Option(
            names = "--bound",
            paramLabel = "PERCENT",
            description = "Fail when a packet costs more than this more with feedback.")
    private Double bound;

    @Override
    public Integer call() throws InterruptedException {
        refuse(receivers < 1 || receivers > 63, "--receivers " + receivers + " is not in 1 to 63");
        refuse(
                !List.of(256, 512, 1024, 2048, 4096).contains(mtu),
                "--mtu " + mtu + " is none of 256, 512, 1024, 2048, 4096");
        refuse(
                ackEvery.isEmpty() || ackEvery.stream().anyMatch(n -> n < 1 || n > 256),
                "--ack-every is not in 1 to 256");
        refuse(
                !threading.equals("staged") && !threading.equals("fused"),
                "--threading " + threading + " is none of staged, fused");
        refuse(!(seconds > 0) || rounds < 1 || roundMs < 1, "times and rounds are positive");
        refuse(bound != null && !(bound >= 0), "--bound " + bound + " is not a number from 0 on");
        final Goodput goodput;
        try (GoodputRun run = new GoodputRun(threading, receivers, mtu, ackEvery.get(0))) {
            goodput = run.run(WARM_UP_NS, (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
        }
        final List<FeedbackCost> costs = new ArrayList<>();
        for (final int every : ackEvery) {
            costs.add(
                    FeedbackCost.measure(
                            receivers, mtu, every, rounds, TimeUnit.MILLISECONDS.toNanos(roundMs)));
        }
        final PrintWriter out = out();
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("threading", threading);
            document.put("goodput", goodput);
            document.put("cost", costs);
            printJson(document);
        } else {
            print(out, goodput, costs);
        }
        final boolean held =
                bound == null || costs.stream().allMatch(cost -> cost.extraPercent() <= bound);
        if (!held) {
            err().println("polycast: feedback costs more than --bound " + bound + " %");
        }
        return held ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static void print(
            final PrintWriter out, final Goodput goodput, final List<FeedbackCost> costs) {
        out.printf(
                "goodput %.2f Gb/s to each of %d receivers, payload %d: %,d data packets, %,d"
                        + " retransmitted; a packet: %.4f ACKs in, %.4f out%n",
                goodput.goodput() / 1e9,
                goodput.receivers(),
                goodput.payload(),
                goodput.dataPackets(),
                goodput.retransmitted(),
                goodput.acks().in(),
                goodput.acks().out());
        for (final FeedbackCost cost : costs) {
            out.printf(
                    "an ACK every %d packets: %.1f ns a packet, %.1f with feedback dropped: %+.1f"
                            + " %% (%+.1f %% of the switch's share; %.1f ns make the frame)%n",
                    cost.ackEvery(),
                    cost.withFeedback(),
                    cost.feedbackDropped(),
                    cost.extraPercent(),
                    cost.extraPercentOfSwitch(),
                    cost.generator());
        }
    }
}
