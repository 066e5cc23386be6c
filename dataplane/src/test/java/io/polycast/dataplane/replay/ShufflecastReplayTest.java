package io.polycast.dataplane.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.pcap.PcapWriter;
import io.polycast.parser.shuffle.Heartbeat;
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

/** Role shufflecast in the reference model: ToR 0 of a 2,2-Shufflecast with the rules of algorithm 1. */
class ShufflecastReplayTest {
    private static final long T0 = 1_700_000_000_000_000_000L;
    private static final int ROUNDS = 50;
    private static final List<String> PORTS = List.of("h0", "h1", "out", "in0", "in1");
    private static final String CONFIGURATION =
            """
            switch: {name: tor0, role: shufflecast, mac: "02:00:00:00:00:01"}
            ports:
              - {name: h0, driver: memory}
              - {name: h1, driver: memory}
              - {name: out, driver: memory}
              - {name: in0, driver: memory}
              - {name: in1, driver: memory}
            shufflecast:
              p: 2
              k: 2
              tor: 0
              splitter: out
              in: [in0, in1]
              sources: {base: 10.16.0.0, length: 24}
              rules: static
            groups:
              - {id: 239.1.1.1, ports: [h0, h1]}
            """;

    @TempDir private Path dir;

    private static byte[] datagram(final int tor, final int number) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[300]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        Ipv4.write(frame, 14, 0, 286, 0, 1, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, 14, 0x0A10_0005 + (tor << 8));
        Ipv4.dst(frame, 14, 0xEF01_0101 + number % 2);
        Ipv4.storeChecksum(frame, 14);
        Udp.write(frame, 34, 5000, 5001, 266);
        frame.putInt(42, number);
        return frame.byteArray();
    }

    private static byte[] heartbeat(final int tor, final int sequence) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Heartbeat.FRAME_LENGTH]);
        Ethernet.write(frame, 0, Ethernet.BROADCAST, 0x0200_0000_AA02L, Heartbeat.ETHER_TYPE);
        Heartbeat.write(frame, Ethernet.LENGTH, tor, 1, sequence);
        return frame.byteArray();
    }

    /** One frame each millisecond, of the ToRs in turn; heartbeats at times. */
    private Path capture(final String name, final int... tors) throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] bytes = new byte[4096];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        out.write(bytes, 0, PcapWriter.writeFileHeader(buffer, 0));
        for (int i = 0; i < ROUNDS; i++) {
            final int tor = tors[i % tors.length];
            final byte[] frame =
                    i % 10 == 9 && name.startsWith("in") ? heartbeat(tor, i) : datagram(tor, i);
            out.write(
                    bytes,
                    0,
                    PcapWriter.writeRecord(
                            buffer,
                            0,
                            T0 + i * 1_000_000L + name.length(),
                            new UnsafeBuffer(frame),
                            0,
                            frame.length));
        }
        return Files.write(dir.resolve(name + "-in.pcap"), out.toByteArray());
    }

    private Replay.Outcome run(final String name) throws Exception {
        final Configuration configuration = ConfigurationReader.parse("tor0.yaml", CONFIGURATION);
        final List<Replay.Input> inputs = new ArrayList<>();
        inputs.add(new Replay.Input("h0", capture("h0", 0, 0, 0, 3)));
        inputs.add(new Replay.Input("in0", capture("in0", 4, 5, 0, 4)));
        inputs.add(new Replay.Input("in1", capture("in1", 6, 7, 2, 9)));
        inputs.add(new Replay.Input("out", capture("out", 1)));
        return Replay.run(
                configuration,
                new Replay.Job(
                        inputs,
                        dir.resolve(name),
                        dir.resolve(name + ".trace"),
                        dir.resolve(name + ".tables")));
    }

    @Test
    void shouldEndEachFrameAndWriteTheSameBytesTwice() throws Exception {
        final Replay.Outcome outcome = run("a");
        run("b");
        final long ended = outcome.endings().values().stream().mapToLong(Number::longValue).sum();
        assertEquals(4 * ROUNDS, ended);
        for (final Ending ending :
                List.of(
                        Ending.REPLICATED,
                        Ending.SHUFFLECAST_OWN_RETURNED,
                        Ending.SHUFFLECAST_FOREIGN_SOURCE,
                        Ending.SHUFFLECAST_UNKNOWN_SOURCE,
                        Ending.SHUFFLECAST_FROM_SPLITTER,
                        Ending.SHUFFLECAST_NO_RULE,
                        Ending.SHUFFLECAST_UNKNOWN_HEARTBEAT)) {
            assertTrue(outcome.endings().containsKey(ending), outcome.endings().toString());
        }
        for (final String port : PORTS) {
            assertArrayEquals(
                    Files.readAllBytes(dir.resolve("a").resolve(port + ".pcap")),
                    Files.readAllBytes(dir.resolve("b").resolve(port + ".pcap")));
        }
        assertEquals(
                Files.readString(dir.resolve("a.trace")), Files.readString(dir.resolve("b.trace")));
        assertEquals(
                Files.readString(dir.resolve("a.tables")),
                Files.readString(dir.resolve("b.tables")));
        final String trace = Files.readString(dir.resolve("a.trace"));
        assertTrue(trace.contains("copy_sent") && trace.contains("heartbeat_out"), trace);
    }
}
