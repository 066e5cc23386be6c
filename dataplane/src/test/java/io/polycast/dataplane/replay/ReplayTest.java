package io.polycast.dataplane.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.pcap.PcapWriter;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
    private static final long T0 = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @TempDir private Path dir;
    private Configuration configuration;

    @BeforeEach
    void configure() throws Exception {
        configuration = configuration("freeze", "2s");
    }

    private static Configuration configuration(final String silent, final String after)
            throws Exception {
        return ConfigurationReader.parse(
                "c.yaml",
                """
                switch: {mac: "02:00:00:00:00:fe"}
                ports:
                  - {name: p0, driver: af_xdp, device: not-there}
                  - {name: p1, driver: memory}
                  - {name: p2, driver: memory}
                groups:
                  - id: 10.255.0.1
                    initialPsn: 100
                    policy: {silent: %s, silentAfter: %s}
                    paths:
                      - {port: p0, host: {ip: 10.0.0.1, mac: "02:00:00:00:00:01", qpn: 17}}
                      - {port: p1, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 18}}
                      - {port: p2, host: {ip: 10.0.0.3, mac: "02:00:00:00:00:03", qpn: 19}}
                """
                        .formatted(silent, after));
    }

    private static byte[] data(final int psn) {
        return RoceFrame.ipv4()
                .src("10.0.0.1")
                .dst("10.255.0.1")
                .opcode(Opcode.SEND_ONLY)
                .destQpn(1)
                .psn(psn)
                .ackReq(true)
                .payload(new byte[64])
                .build();
    }

    private static byte[] ack(final int member, final int psn) {
        return RoceFrame.ack("10.0.0." + member, "10.255.0.1", 1, psn, 0x1F, 1).build();
    }

    private record Stamped(long ns, byte[] frame) {}

    private Path capture(final String name, final Stamped... frames) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] bytes = new byte[4096];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        out.write(bytes, 0, PcapWriter.writeFileHeader(buffer, 0));
        for (final Stamped each : frames) {
            final int length =
                    PcapWriter.writeRecord(
                            buffer,
                            0,
                            each.ns(),
                            new UnsafeBuffer(each.frame()),
                            0,
                            each.frame().length);
            out.write(bytes, 0, length);
        }
        return Files.write(dir.resolve(name), out.toByteArray());
    }

    private static List<Stamped> frames(final Path capture) throws IOException {
        final byte[] bytes = Files.readAllBytes(capture);
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes));
        final List<Stamped> all = new ArrayList<>();
        while (reader.next()) {
            all.add(
                    new Stamped(
                            reader.timestampNs(),
                            Arrays.copyOfRange(
                                    bytes, reader.offset(), reader.offset() + reader.length())));
        }
        return all;
    }

    private Replay.Outcome run(final Path out, final Replay.Input... inputs)
            throws ReplayException {
        return Replay.run(
                configuration,
                new Replay.Job(
                        List.of(inputs),
                        out,
                        out.resolve("trace.json"),
                        out.resolve("tables.json")));
    }

    private Replay.Input[] oneMessage() throws IOException {
        return new Replay.Input[] {
            new Replay.Input("p0", capture("in0.pcap", new Stamped(T0, data(100)))),
            new Replay.Input("p1", capture("in1.pcap", new Stamped(T0 + 10_000, ack(2, 100)))),
            new Replay.Input("p2", capture("in2.pcap", new Stamped(T0 + 30_001, ack(3, 100))))
        };
    }

    @Test
    void shouldWriteCaptureTraceAndTables() throws Exception {
        final Path out = dir.resolve("out");
        final Replay.Outcome outcome = run(out, oneMessage());
        assertEquals(3, outcome.framesIn());
        assertEquals(Map.of("p0", 1L, "p1", 1L, "p2", 1L), outcome.framesOut());
        assertEquals(Map.of(Ending.REPLICATED, 1L, Ending.ACK_ABSORBED, 2L), outcome.endings());
        assertEquals(T0, frames(out.resolve("p1.pcap")).get(0).ns());
        // The aggregate leaves when the last receiver has answered, stamped to the nanosecond.
        assertEquals(T0 + 30_001, frames(out.resolve("p0.pcap")).get(0).ns());
        assertEquals(
                List.of(
                        "{\"t\":"
                                + T0
                                + ",\"event\":\"group_set\",\"group\":\"10.255.0.1\",\"paths\":3}"),
                Files.readAllLines(out.resolve("trace.json")).subList(0, 1));
        for (final String line : Files.readAllLines(out.resolve("trace.json"))) {
            assertTrue(new ObjectMapper().readTree(line).isObject(), line);
        }
        final JsonNode tables = new ObjectMapper().readTree(out.resolve("tables.json").toFile());
        assertEquals(100, tables.get("groups").get(0).get("agg_ack_psn").intValue());
        assertEquals("file", tables.get("groups").get(0).get("origin").textValue());
        assertTrue(tables.get("groups").get(0).get("leader").isNull());
        assertTrue(tables.get("groups").get(0).get("epoch").isNull());
        assertEquals("p0 10.0.0.1", tables.get("groups").get(0).get("source").textValue());
        assertEquals(3, tables.get("tallies").get("frames_in").intValue());
    }

    @Test
    void shouldNeitherWriteOverAnInputNorTwiceNorMakeADirectoryForIt() throws Exception {
        final Replay.Input[] inputs = oneMessage();
        final Path capture = Files.move(inputs[0].capture(), dir.resolve("p0.pcap"));
        final byte[] before = Files.readAllBytes(capture);
        inputs[0] = new Replay.Input("p0", capture);
        assertEquals(
                capture + " is an input and would be written over; name another --out",
                assertThrows(ReplayException.class, () -> run(dir, inputs)).getMessage());
        assertArrayEquals(before, Files.readAllBytes(capture));
        final Path out = dir.resolve("new");
        final Path twice = out.resolve("p0.pcap");
        final ReplayException refused =
                assertThrows(
                        ReplayException.class,
                        () ->
                                Replay.run(
                                        configuration,
                                        new Replay.Job(List.of(inputs), out, twice, null)));
        assertEquals(twice + " would be written twice; name another file", refused.getMessage());
        assertFalse(Files.exists(out));
    }

    @Test
    void shouldWriteSameBytesForSameInput() throws Exception {
        final Replay.Input[] inputs = oneMessage();
        run(dir.resolve("a"), inputs);
        run(dir.resolve("b"), inputs);
        for (final String file :
                List.of("p0.pcap", "p1.pcap", "p2.pcap", "trace.json", "tables.json")) {
            assertArrayEquals(
                    Files.readAllBytes(dir.resolve("a").resolve(file)),
                    Files.readAllBytes(dir.resolve("b").resolve(file)),
                    file);
        }
    }

    @Test
    void shouldMergeByTimeThenByPort() throws Exception {
        final Path out = dir.resolve("out");
        // The ACK of p1 is stamped like the data of p0: the lower port goes first.
        run(
                out,
                new Replay.Input("p1", capture("in1.pcap", new Stamped(T0, ack(2, 100)))),
                new Replay.Input("p0", capture("in0.pcap", new Stamped(T0, data(100)))));
        final List<String> frames =
                Files.readAllLines(out.resolve("trace.json")).stream()
                        .filter(line -> line.contains("\"event\":\"frame\""))
                        .toList();
        assertTrue(frames.get(0).contains("\"port\":\"p0\""), frames.toString());
        assertTrue(frames.get(1).contains("\"ACK absorbed\""), frames.toString());
    }

    @Test
    void shouldWriteEmptyCapturesForPortsThatSentNothing() throws Exception {
        final Path out = dir.resolve("out");
        run(out, new Replay.Input("p0", capture("in0.pcap")));
        for (int i = 0; i < 3; i++) {
            assertEquals(0, frames(out.resolve("p" + i + ".pcap")).size());
        }
    }

    @Test
    void shouldFireTimersUntilOneSecondAfterLastFrame() throws Exception {
        final Replay.Input[] inputs = {
            new Replay.Input(
                    "p0",
                    capture(
                            "in0.pcap",
                            new Stamped(T0, data(100)),
                            new Stamped(T0 + 4 * SECOND / 10, data(100)),
                            new Stamped(T0 + 7 * SECOND / 10, data(100)))),
            new Replay.Input("p1", capture("in1.pcap", new Stamped(T0 + 10_000, ack(2, 100))))
        };
        configuration = configuration("evict", "700ms");
        run(dir.resolve("soon"), inputs);
        assertEquals(1, events("soon", "evicted").size());
        final List<Stamped> aggregate = frames(dir.resolve("soon/p0.pcap"));
        assertEquals(1, aggregate.size(), "the silent member gone, the others have all answered");
        assertTrue(aggregate.get(0).ns() >= T0 + 7 * SECOND / 10);
        configuration = configuration("evict", "1500ms");
        run(dir.resolve("late"), inputs);
        assertEquals(0, events("late", "evicted").size());
        assertEquals(0, frames(dir.resolve("late/p0.pcap")).size());
    }

    private List<String> events(final String run, final String event) throws IOException {
        return Files.readAllLines(dir.resolve(run).resolve("trace.json")).stream()
                .filter(line -> line.contains("\"event\":\"" + event + "\""))
                .toList();
    }

    @Test
    void shouldLeaveNoOutputForTruncatedCapture() throws Exception {
        final Path whole =
                capture("in0.pcap", new Stamped(T0, data(100)), new Stamped(T0, data(101)));
        final byte[] bytes = Files.readAllBytes(whole);
        final Path cut = dir.resolve("cut.pcap");
        final Path out = dir.resolve("out");
        for (int length = 0; length < bytes.length; length++) {
            Files.write(cut, Arrays.copyOf(bytes, length));
            if (length == PcapWriter.FILE_HEADER_LENGTH
                    || length
                            == (bytes.length - PcapWriter.FILE_HEADER_LENGTH) / 2
                                    + PcapWriter.FILE_HEADER_LENGTH) {
                continue; // whole again, with fewer frames
            }
            final String message =
                    assertThrows(ReplayException.class, () -> run(out, new Replay.Input("p0", cut)))
                            .getMessage();
            assertTrue(message.startsWith(cut + ": "), message);
            assertEquals(1, message.lines().count());
            assertFalse(Files.exists(out), "length " + length);
        }
    }

    @Test
    void shouldSayWhatIsWrongWithInput() throws Exception {
        final Path out = dir.resolve("out");
        final Path text = Files.writeString(dir.resolve("notes.txt"), "not a capture at all");
        assertTrue(refusal(out, "p0", text).contains("neither pcap nor pcapng"));
        final byte[] other = Files.readAllBytes(capture("x.pcap"));
        other[20] = 101; // raw IP
        final Path raw = Files.write(dir.resolve("raw.pcap"), other);
        assertTrue(refusal(out, "p0", raw).contains("link type 101 is not Ethernet"));
        final Path missing = dir.resolve("missing.pcap");
        assertEquals(
                missing + ": does not exist; name an existing capture",
                refusal(out, "p0", missing));
        assertEquals(
                "--in p9: no such port in c.yaml; its ports are p0, p1, p2",
                refusal(out, "p9", capture("y.pcap")));
        assertFalse(Files.exists(out));
    }

    private String refusal(final Path out, final String port, final Path capture) {
        return assertThrows(ReplayException.class, () -> run(out, new Replay.Input(port, capture)))
                .getMessage();
    }

    @Test
    void shouldLeaveNoPartsWhenOutputCannotBeWritten() throws Exception {
        final Path out = Files.createDirectory(dir.resolve("out"));
        Files.createDirectory(out.resolve("p2.pcap"));
        final ReplayException e = assertThrows(ReplayException.class, () -> run(out, oneMessage()));
        assertTrue(e.getMessage().contains("p2.pcap is a directory"), e.getMessage());
        try (var files = Files.list(out)) {
            assertEquals(List.of(out.resolve("p2.pcap")), files.toList());
        }
    }
}
