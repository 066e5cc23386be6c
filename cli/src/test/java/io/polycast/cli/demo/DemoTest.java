package io.polycast.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.util.List;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class DemoTest {
    private static final long PACKETS_OF_1_MB = (1_000_000 + 4095) / 4096;

    @Test
    void shouldPrintExactlyTheFieldsThatScriptsReadAsJson() {
        final CommandRun run = CommandRun.of("demo", "--bytes", "1MB", "--seed", "7", "--json");
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertEquals("", run.err());
        final JsonNode json = run.json();
        assertEquals(
                List.of(
                        "schema",
                        "receivers",
                        "bytes",
                        "verified",
                        "seconds",
                        "goodput_bps",
                        "delivered_bps",
                        "data_packets_in",
                        "data_packets_out",
                        "acks_in",
                        "acks_out",
                        "nacks_out",
                        "retransmitted",
                        "seed",
                        "problem"),
                StreamSupport.stream(
                                Spliterators.spliteratorUnknownSize(json.fieldNames(), 0), false)
                        .toList());
        assertEquals(3, json.get("receivers").intValue());
        assertEquals(1_000_000, json.get("bytes").longValue());
        assertTrue(json.get("verified").booleanValue());
        assertEquals(7, json.get("seed").longValue());
        final double seconds = json.get("seconds").doubleValue();
        assertEquals(8e6 / seconds, json.get("goodput_bps").doubleValue(), 1);
        assertEquals(24e6 / seconds, json.get("delivered_bps").doubleValue(), 2);
    }

    @Test
    void shouldReplicateEachPacketOncePerReceiverWithoutLosses() throws InterruptedException {
        final DemoResult result = run(new DemoSettings(5, 1_000_000, false, 0, 1, true, 4096));
        final DemoResult.Counters counters = result.counters();
        assertEquals(0, counters.retransmitted());
        assertEquals(PACKETS_OF_1_MB, counters.dataPacketsIn());
        assertEquals(5 * PACKETS_OF_1_MB, counters.dataPacketsOut());
        assertTrue(counters.acksOut() <= counters.acksIn(), result.toString());
        assertEquals(0, counters.lost());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 3000001, false, 0.01, full, 1024",
        "3, 3000000, false, 0.01, full, 4096",
        "3, 3000000, true, 0.01, full, 4096",
        "4, 1000003, true, 0.02, sample, 256",
        "16, 2000000, false, 0.003, sample, 2048",
        "63, 500000, true, 0, full, 4096"
    })
    void shouldDeliverEveryByteThroughLosses(
            final int receivers,
            final long bytes,
            final boolean write,
            final double loss,
            final String verify,
            final int pathMtu)
            throws InterruptedException {
        final DemoResult result =
                run(
                        new DemoSettings(
                                receivers, bytes, write, loss, 3, verify.equals("full"), pathMtu));
        if (loss > 0) {
            assertTrue(result.counters().lost() > 0, result.toString());
            assertTrue(result.counters().retransmitted() > 0, result.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "7", "8", "4095", "4096", "4097", "131072", "131073"})
    void shouldDeliverOddSizes(final long bytes) throws InterruptedException {
        run(new DemoSettings(2, bytes, false, 0, bytes, true, 4096));
        run(new DemoSettings(2, bytes, true, 0, bytes, true, 4096));
    }

    @Test
    void shouldShowALowLossSummaryToPeople() {
        final CommandRun run = CommandRun.of("demo", "--bytes", "100kB", "--op", "WRITE");
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertTrue(run.out().contains("100.0 kB by RDMA WRITE to 3 receivers"), run.out());
        assertTrue(run.out().contains("verified  yes"), run.out());
    }

    private static DemoResult run(final DemoSettings settings) throws InterruptedException {
        final DemoResult result = Demo.run(settings, (bytes, ns) -> {});
        assertTrue(result.verified(), result.toString());
        assertEquals("", result.problem());
        assertFalse(result.seconds() <= 0);
        return result;
    }
}
