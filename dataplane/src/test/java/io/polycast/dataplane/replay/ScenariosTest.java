package io.polycast.dataplane.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.pcap.PcapWriter;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every rule of feedback and every trap as a capture that is replayed. The scenario's file names
 * the frames that leave, their order and their time stamps. Two runs give the same bytes.
 */
class ScenariosTest {
    private static final List<String> FILES =
            List.of("p0.pcap", "p1.pcap", "trace.json", "tables.json");

    @TempDir private Path dir;

    @TestFactory
    Stream<DynamicTest> scenarios() throws IOException, URISyntaxException {
        final Path folder = Path.of(ScenariosTest.class.getResource("/scenarios").toURI());
        final List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.sorted().toList();
        }
        assertTrue(files.size() >= 15, "scenarios are found");
        return files.stream()
                .map(
                        file ->
                                DynamicTest.dynamicTest(
                                        file.getFileName().toString(), () -> check(file)));
    }

    private void check(final Path file) throws Exception {
        final Scenario scenario = Scenario.parse(Files.readAllLines(file));
        final Path work = Files.createTempDirectory(dir, "scenario");
        final Path first = run(scenario, work, "first");
        final Path second = run(scenario, work, "second");
        assertEquals(
                String.join("\n", scenario.expected),
                String.join("\n", sent(scenario, first)),
                String.join(" ", scenario.about));
        for (final String name : FILES) {
            assertArrayEquals(
                    Files.readAllBytes(first.resolve(name)),
                    Files.readAllBytes(second.resolve(name)),
                    name);
        }
        final JsonNode tables = new ObjectMapper().readTree(first.resolve("tables.json").toFile());
        long ended = 0;
        for (final JsonNode count : tables.get("endings")) {
            ended += count.longValue();
        }
        assertEquals(scenario.in.size(), ended, "every frame ended exactly once");
    }

    private static Path run(final Scenario scenario, final Path work, final String name)
            throws Exception {
        final Configuration configuration =
                ConfigurationReader.parse("scenario.yaml", scenario.configuration());
        final List<Replay.Input> inputs = new ArrayList<>();
        for (int i = 0; i < scenario.members; i++) {
            final Path capture = work.resolve("in" + i + ".pcap");
            Files.write(capture, capture(scenario, "p" + i));
            inputs.add(new Replay.Input("p" + i, capture));
        }
        final Path out = work.resolve(name);
        Replay.run(
                configuration,
                new Replay.Job(inputs, out, out.resolve("trace.json"), out.resolve("tables.json")));
        return out;
    }

    private static byte[] capture(final Scenario scenario, final String port) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] bytes = new byte[512];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        out.write(bytes, 0, PcapWriter.writeFileHeader(buffer, 0));
        for (final Scenario.Stamped each : scenario.in) {
            if (each.port().equals(port)) {
                final UnsafeBuffer frame = new UnsafeBuffer(each.frame());
                out.write(
                        bytes,
                        0,
                        PcapWriter.writeRecord(buffer, 0, each.ns(), frame, 0, frame.capacity()));
            }
        }
        return out.toByteArray();
    }

    private record Sent(long ns, int port, String text) {}

    /** What left, by time, then by port; within a port in the order of leaving. */
    private static List<String> sent(final Scenario scenario, final Path out) throws IOException {
        final List<Sent> all = new ArrayList<>();
        for (int i = 0; i < scenario.members; i++) {
            final UnsafeBuffer bytes =
                    new UnsafeBuffer(Files.readAllBytes(out.resolve("p" + i + ".pcap")));
            final CaptureReader reader = CaptureReader.over(bytes);
            while (reader.next()) {
                all.add(
                        new Sent(
                                reader.timestampNs() - Scenario.T0,
                                i,
                                describe(bytes, reader.offset(), reader.length())));
            }
        }
        all.sort(Comparator.comparingLong(Sent::ns).thenComparingInt(Sent::port));
        return all.stream().map(s -> s.ns() + " p" + s.port() + " " + s.text()).toList();
    }

    private static String describe(final UnsafeBuffer bytes, final int offset, final int length) {
        final FrameInfo info = new FrameInfo();
        final int kind = Classifier.classify(bytes, offset, length, info);
        final String right =
                (Bth.migReq(bytes, info.bthOffset) ? " mig" : "")
                        + (new Icrc().verify(bytes, info) ? "" : " corrupt");
        if (kind == FrameKind.ROCE_DATA) {
            return "data " + info.psn + right;
        }
        if (kind == FrameKind.ROCE_CNP) {
            return "cnp" + right;
        }
        final int syndrome = Aeth.syndrome(bytes, info.aethOffset);
        if (Aeth.type(syndrome) == Aeth.TYPE_ACK) {
            return "ack " + info.psn + right;
        }
        if (syndrome == Aeth.ALIVE) {
            return "alive " + info.psn + right;
        }
        if (Aeth.type(syndrome) == Aeth.TYPE_RNR_NAK) {
            return "rnr " + info.psn + " " + Aeth.value(syndrome) + right;
        }
        return syndrome == Aeth.NAK_PSN_SEQUENCE_ERROR
                ? "nak " + info.psn + right
                : "fatal " + info.psn + " 0x" + Integer.toHexString(syndrome) + right;
    }
}
