package io.polycast.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The harnesses from their command lines. */
@Timeout(120)
class CommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int bench(final String line) {
        return Bench.execute(
                new Console(
                        InputStream.nullInputStream(),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        false),
                line.split(" "));
    }

    private JsonNode json(final String line) throws Exception {
        assertEquals(ExitCode.DONE, bench(line), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void shouldPrintLatencyAsJson() throws Exception {
        final JsonNode found =
                json("latency --rate 10000 --seconds 0.3 --warm-up 0.1 --size 66 --json");
        assertEquals(3_000, found.get("sent").intValue(), 1);
        assertEquals(0, found.get("lost").intValue());
        for (final String point :
                new String[] {"p50", "p90", "p99", "p99_9", "p99_99", "max", "mean"}) {
            assertTrue(found.get("latency_ns").get(point).doubleValue() > 0, point);
        }
        assertTrue(found.get("send_lag_ns").get("count").intValue() > 0);
    }

    @Test
    void shouldPrintLatencyInLines() {
        assertEquals(
                ExitCode.DONE,
                bench("latency --load 0.1 --seconds 0.2 --warm-up 0.1 --poisson --no-loss"),
                err.toString());
        assertTrue(out.toString().contains("p99.9"), out.toString());
    }

    @Test
    void shouldPrintWhatTheFlightRecorderSaw() throws Exception {
        final JsonNode found = json("jfr --packets 20000 --json");
        assertEquals(0, found.get("staged").get("blocking").size());
        assertEquals(2, found.get("staged").get("threads").size());
        assertEquals(0, found.get("fused").get("blocking").size());
        assertEquals(20_000, found.get("fused").get("packets").intValue());
    }

    @Test
    void shouldPrintWhatFeedbackCosts() throws Exception {
        final JsonNode found =
                json(
                        "feedback --receivers 2 --mtu 256 --ack-every 8,1 --seconds 0.3 --rounds 2"
                                + " --round-ms 30 --json");
        final JsonNode goodput = found.get("goodput");
        assertTrue(goodput.get("goodput_bps").doubleValue() > 0);
        // Nothing is lost, so nobody asks again. On a busy machine a thread may wait for longer
        // than the source's timer: then it repeats a window, of a great many packets.
        assertEquals(0, goodput.get("naks").intValue(), goodput.toString());
        assertTrue(
                goodput.get("retransmitted").longValue()
                        <= goodput.get("data_packets").longValue() / 10,
                goodput.toString());
        // Two receivers answer what the source asks for; the switch makes one of it.
        assertEquals(2.0 / 8, goodput.get("acks_in_per_packet").doubleValue(), 0.05);
        assertEquals(1.0 / 8, goodput.get("acks_out_per_packet").doubleValue(), 0.05);
        assertEquals(2, found.get("cost").size());
        for (final JsonNode cost : found.get("cost")) {
            final double every = cost.get("ack_every").intValue();
            assertEquals(2 / every, cost.get("acks_in_per_packet").doubleValue(), 0.3 / every);
            assertTrue(cost.get("cpu_ns_feedback_dropped").doubleValue() > 0);
            assertTrue(cost.get("cpu_ns_generator").doubleValue() > 0);
        }
    }

    /** All groups come into force and go, or the command fails. */
    @Test
    void shouldPrintWhatRegistrationCosts() throws Exception {
        final JsonNode found =
                json("registration --groups 20 --members 64,8 --rounds 1 --leaders 4 --json");
        assertEquals(8, found.get("sizes").get(0).get("members").intValue());
        final JsonNode large = found.get("sizes").get(1);
        assertEquals(64, large.get("members").intValue());
        assertTrue(large.get("register_seconds").doubleValue() > 0);
        // Of each path a row, a row of computed words, and feedback: 64 bytes each.
        assertTrue(large.get("table_bytes_per_group").doubleValue() > 64 * 3 * 64);
        // Each member hears NODES or DETAIL, GROUP and COMMIT at least, through one switch or more.
        assertTrue(large.get("frames").longValue() > 20 * 64 * 3);
        assertEquals(690, found.get("paper_table_bytes_per_group").doubleValue());
    }

    @Test
    void shouldRefuseSizesOfNoNetwork() {
        assertEquals(ExitCode.USAGE, bench("registration --members 65"));
        assertTrue(err.toString().contains("--members are not in 2 to 64"), err.toString());
        assertEquals(ExitCode.USAGE, bench("registration --leaders 5"));
        assertEquals(ExitCode.USAGE, bench("registration --groups 0"));
    }

    @Test
    void shouldPrintCurvesAsCsv() {
        assertEquals(
                ExitCode.DONE,
                bench("curves --groups 1,500 --fanout 1,64 --size 66 --rounds 1 --round-ms 20"),
                err.toString());
        final List<String> lines = out.toString().lines().toList();
        assertEquals(5, lines.size(), out.toString());
        assertTrue(lines.get(0).startsWith("curve,groups,fanout,"), lines.get(0));
        assertTrue(lines.get(2).startsWith("groups,500,3,8,"), lines.get(2));
        assertTrue(lines.get(4).startsWith("fanout,1,64,8,"), lines.get(4));
    }

    @ParameterizedTest
    @CsvSource({
        "latency --size 64, --size 64",
        "latency --size 67, --size 67",
        "latency --rate 0, --rate",
        "latency --rate 5 --load 0.5, exclude each other",
        "latency --source e0, go together",
        "latency --sink e0, go together",
        "latency --source e0 --sink e1, --rate must be given",
        "latency --source e0/ --sink e1 --rate 5, NETNS/",
        "latency --source e0 --sink e1 --rate 5 --io dpdk, none of af_packet",
        "latency --threading many, none of staged",
        "latency --group 10.0.0 --source e0 --sink e1 --rate 5, 10.0.0",
        "feedback --receivers 64, --receivers 64",
        "feedback --mtu 1500, none of 256",
        "feedback --ack-every 0, not in 1 to 256",
        "curves --groups 0, --groups",
        "curves --csv ., it is a directory",
        "feedback --bound NaN, --bound",
        "feedback --bound -5, --bound",
        "curves --fanout 8, two or more",
        "jfr --packets 0, --packets 0",
        "soak --group 10.255.0.1 --host e0, two or more",
        "soak --group 10.255.0 --host e0 --host e1, 10.255.0",
        "soak --group 10.255.0.1 --host e0/ --host e1, NETNS/",
        "soak --group 10.255.0.1 --host e0 --host e1 --mtu 4096, none of",
        "soak --group 10.255.0.1 --host e0 --host e1 --psn 16777216, 24 bits",
        "soak --group 10.255.0.1 --host e0 --host e1 --seconds 0, --seconds 0",
        "jfr --no-such-option, polycast bench jfr --help"
    })
    void shouldRefuseWrongUsageInOneLine(final String line, final String expected) {
        assertEquals(ExitCode.USAGE, bench(line));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains(expected), err.toString());
        assertEquals("", out.toString());
    }

    @ParameterizedTest
    @CsvSource({"latency", "feedback", "curves", "jfr", "soak"})
    void shouldExplainEachHarness(final String name) {
        assertEquals(ExitCode.DONE, bench(name + " --help"));
        assertTrue(out.toString().startsWith("Usage: polycast bench " + name), out.toString());
    }
}
