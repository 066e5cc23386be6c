package io.polycast.dataplane.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.pcap.PcapWriter;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Role surrogate in the reference model: one node, whose neighbour stands in the captures. */
class SurrogateReplayTest {
    private static final long T0 = 1_700_000_000_000_000_000L;

    /** Incarnation of a process that begins at T0: milliseconds, odd. */
    private static final int OWN = 1;

    private static final int PEER = 77;
    private static final String EVENT_AND_PORT = ".*event\":\"(\\w+)\",\"port\":\"(\\w+)\".*";
    private static final String CONFIGURATION =
            """
            switch: {name: n1, role: surrogate, mac: "02:00:00:00:00:01"}
            ports:
              - {name: h0, driver: memory}
              - {name: h1, driver: memory}
              - {name: f0, driver: memory}
            surrogate:
              legs: [{node: n2, port: f0, mac: "02:00:00:00:00:02"}]
            groups:
              - {id: 239.1.1.1, deliver: [h1], forward: [n2]}
            """;

    @TempDir private Path dir;
    private final FrameCrc crc = new FrameCrc();

    private record Timed(long ns, byte[] frame) {}

    private static byte[] datagram() {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[300]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        Ipv4.write(frame, 14, 0, 286, 0, 8, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, 14, 0x0A00_0001);
        Ipv4.dst(frame, 14, 0xEF01_0101);
        Ipv4.storeChecksum(frame, 14);
        Udp.write(frame, 34, 5000, 5001, 266);
        return frame.byteArray();
    }

    private byte[] message(final int type, final int sequence, final int units) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        Ethernet.write(frame, 0, 0x0200_0000_0001L, 0x0200_0000_0002L, LegHeader.ETHER_TYPE);
        final int lane = type == LegHeader.HELLO ? 0 : 1;
        LegHeader.write(frame, 14, type, 0, lane, lane, sequence);
        LegHeader.finish(frame, 14, units, 0, 0, crc);
        return frame.byteArray();
    }

    private Path capture(final String name, final Timed... frames) throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] bytes = new byte[4096];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        out.write(bytes, 0, PcapWriter.writeFileHeader(buffer, 0));
        for (final Timed each : frames) {
            final UnsafeBuffer frame = new UnsafeBuffer(each.frame());
            out.write(
                    bytes,
                    0,
                    PcapWriter.writeRecord(
                            buffer, 0, T0 + each.ns(), frame, 0, each.frame().length));
        }
        return Files.write(dir.resolve(name), out.toByteArray());
    }

    private List<byte[]> sent(final String run, final String port) throws Exception {
        final UnsafeBuffer buffer =
                new UnsafeBuffer(Files.readAllBytes(dir.resolve(run).resolve(port + ".pcap")));
        final CaptureReader reader = CaptureReader.over(buffer);
        final List<byte[]> all = new ArrayList<>();
        while (reader.next()) {
            final byte[] frame = new byte[reader.length()];
            buffer.getBytes(reader.offset(), frame);
            all.add(frame);
        }
        return all;
    }

    private Replay.Outcome run(final String name) throws Exception {
        final Configuration configuration = ConfigurationReader.parse("n1.yaml", CONFIGURATION);
        final Path host = capture("h0.pcap", new Timed(1_000_000, datagram()));
        final Path node =
                capture(
                        "f0.pcap",
                        new Timed(0, message(LegHeader.HELLO, PEER, LegHeader.HELLO_OWN)),
                        new Timed(1_000, message(LegHeader.HELLO, OWN, LegHeader.HELLO_ECHO)),
                        new Timed(1_100_000, message(LegHeader.GRANT, 1, 2)),
                        new Timed(1_200_000, message(LegHeader.ACK, 1, 1)),
                        new Timed(1_300_000, message(LegHeader.ACK, 9, 1)));
        return Replay.run(
                configuration,
                new Replay.Job(
                        List.of(new Replay.Input("h0", host), new Replay.Input("f0", node)),
                        dir.resolve(name),
                        dir.resolve(name + ".trace"),
                        dir.resolve(name + ".tables")));
    }

    @Test
    void shouldRequestSendAndBeAcknowledgedAsTheTraceSays() throws Exception {
        final Replay.Outcome outcome = run("a");
        assertEquals(1, outcome.endings().get(Ending.REPLICATED));
        assertEquals(1, outcome.endings().get(Ending.SURROGATE_UNSENT_ACK));
        assertEquals(4, outcome.endings().get(Ending.SURROGATE_CONTROL));
        assertArrayEquals(datagram(), sent("a", "h1").get(1));
        final byte[] data =
                sent("a", "f0").stream().filter(frame -> frame.length == 330).findFirst().get();
        final byte[] inside = new byte[300];
        System.arraycopy(data, 30, inside, 0, 300);
        assertArrayEquals(datagram(), inside);
        final UnsafeBuffer buffer = new UnsafeBuffer(data);
        assertTrue(LegHeader.isCrcRight(buffer, 14, crc.of(buffer, 30, 300), crc));
        final List<String> events =
                Files.readAllLines(dir.resolve("a.trace")).stream()
                        .filter(line -> !line.contains("hello_out") && !line.contains("\"frame\""))
                        .map(line -> line.replace(String.valueOf(T0 / 1_000_000), ""))
                        .toList();
        assertEquals(
                List.of(
                        "{\"t\":000000,\"event\":\"group_set\",\"group\":\"239.1.1.1\",\"paths\":2}",
                        "{\"t\":001000,\"event\":\"leg\",\"port\":\"f0\",\"path\":3,\"up\":true}"),
                events.subList(0, 2));
        assertEquals(
                List.of("request_out f0", "copy_sent h1", "copy_sent f0"),
                events.stream()
                        .skip(2)
                        .limit(3)
                        .map(line -> line.replaceAll(EVENT_AND_PORT, "$1 $2"))
                        .toList());
        final String tables = Files.readString(dir.resolve("a.tables"));
        assertTrue(tables.contains("\"egress\" : \"n2\""), tables);
        assertTrue(tables.contains("\"forward\" : \"n2\""), tables);
    }

    @Test
    void shouldWriteTheSameBytesTwice() throws Exception {
        run("a");
        run("b");
        for (final String port : List.of("h0", "h1", "f0")) {
            assertArrayEquals(
                    Files.readAllBytes(dir.resolve("a").resolve(port + ".pcap")),
                    Files.readAllBytes(dir.resolve("b").resolve(port + ".pcap")));
        }
        assertEquals(
                Files.readString(dir.resolve("a.trace")), Files.readString(dir.resolve("b.trace")));
        assertEquals(
                Files.readString(dir.resolve("a.tables")),
                Files.readString(dir.resolve("b.tables")));
    }
}
