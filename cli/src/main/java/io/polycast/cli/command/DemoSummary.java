package io.polycast.cli.command;

import io.polycast.cli.console.ByteSize;
import io.polycast.cli.demo.DemoResult;
import io.polycast.cli.demo.DemoSettings;
import java.util.List;
import java.util.Locale;

/** A demo's result for people. */
final class DemoSummary {
    private DemoSummary() {}

    static List<String> lines(final DemoResult result) {
        final DemoSettings settings = result.settings();
        final DemoResult.Counters counters = result.counters();
        return List.of(
                String.format(
                        Locale.ROOT,
                        "sent      %s by %s to %d receivers in %.2f s, path MTU %d",
                        ByteSize.text(settings.bytes()),
                        settings.write() ? "RDMA WRITE" : "SEND",
                        settings.receivers(),
                        result.seconds(),
                        settings.pathMtu()),
                String.format(
                        Locale.ROOT,
                        "goodput   %.2f Gb/s at each receiver, %.2f Gb/s delivered in all",
                        result.goodputBps() / 1e9,
                        result.deliveredBps() / 1e9),
                String.format(
                        Locale.ROOT,
                        "switch    %,d data packets in, %,d out; %,d ACKs in, %,d out; %,d NAKs"
                                + " out",
                        counters.dataPacketsIn(),
                        counters.dataPacketsOut(),
                        counters.acksIn(),
                        counters.acksOut(),
                        counters.nacksOut()),
                String.format(
                        Locale.ROOT,
                        "losses    %,d frames lost on the way, %,d packets sent again",
                        counters.lost(),
                        counters.retransmitted()),
                "verified  " + verdict(result));
    }

    private static String verdict(final DemoResult result) {
        if (!result.verified()) {
            return "NO: " + result.problem();
        }
        return result.settings().verifyFull()
                ? "yes: every receiver's SHA-256 is the sender's"
                : "yes: every packet's ICRC, and samples of every receiver's bytes";
    }
}
