package io.polycast.dataplane.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.HoldingRole;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.HoldSchema;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.pcap.PcapWriter;
import io.polycast.parser.repr.RoceFrame;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A role that holds every frame for a millisecond, in the reference model. */
class HeldFramesReplayTest {
    private static final long T0 = 1_700_000_000_000_000_000L;
    private static final int LENGTH = 100;

    @TempDir private Path dir;

    private record Sent(long ns, byte[] frame) {}

    private static byte[] frame(final int number) {
        final byte[] frame = new byte[LENGTH];
        frame[0] = 2;
        frame[12] = (byte) 0x88;
        frame[13] = (byte) 0xb5;
        frame[20] = (byte) number;
        frame[LENGTH - 1] = (byte) (number * 11);
        return frame;
    }

    private Path capture(final long... times) throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] bytes = new byte[4096];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        out.write(bytes, 0, PcapWriter.writeFileHeader(buffer, 0));
        for (int i = 0; i < times.length; i++) {
            final UnsafeBuffer frame = new UnsafeBuffer(frame(i));
            out.write(bytes, 0, PcapWriter.writeRecord(buffer, 0, T0 + times[i], frame, 0, LENGTH));
        }
        return Files.write(dir.resolve("in.pcap"), out.toByteArray());
    }

    private Path capture(final byte[] only) throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] bytes = new byte[4096];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        out.write(bytes, 0, PcapWriter.writeFileHeader(buffer, 0));
        final UnsafeBuffer frame = new UnsafeBuffer(only);
        out.write(bytes, 0, PcapWriter.writeRecord(buffer, 0, T0, frame, 0, only.length));
        return Files.write(dir.resolve("in.pcap"), out.toByteArray());
    }

    private List<Sent> sent(final String port) throws Exception {
        final byte[] bytes = Files.readAllBytes(dir.resolve("out").resolve(port + ".pcap"));
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final CaptureReader reader = CaptureReader.over(buffer);
        final List<Sent> all = new ArrayList<>();
        while (reader.next()) {
            final byte[] frame = new byte[reader.length()];
            buffer.getBytes(reader.offset(), frame);
            all.add(new Sent(reader.timestampNs() - T0, frame));
        }
        return all;
    }

    @Test
    void shouldSendEachFrameAMillisecondAfterItCameIn() throws Exception {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "c.yaml",
                        """
                        switch: {role: hold, mac: "02:00:00:00:00:fe"}
                        hold: {copies: 2}
                        limits: {heldChunks: 2}
                        ports:
                          - {name: p0, driver: memory}
                          - {name: p1, driver: memory}
                          - {name: p2, driver: memory}
                        """,
                        HoldSchema.ROLES);
        final Path capture = capture(0, 300_000, 700_000, 1_500_000);
        final Path trace = dir.resolve("trace.json");
        final Replay.Outcome outcome =
                Replay.run(
                        configuration,
                        new Replay.Job(
                                List.of(new Replay.Input("p0", capture)),
                                dir.resolve("out"),
                                trace,
                                dir.resolve("tables.json")));
        assertEquals(Map.of(Ending.REPLICATED, 3L, Ending.HOLD_REFUSED, 1L), outcome.endings());
        final int[] numbers = {0, 1, 3};
        final long[] times = {1_000_000, 1_300_000, 2_500_000};
        final List<Sent> plain = sent("p1");
        final List<Sent> prefixed = sent("p2");
        assertEquals(3, plain.size());
        assertEquals(3, prefixed.size());
        for (int i = 0; i < numbers.length; i++) {
            assertEquals(times[i], plain.get(i).ns());
            assertArrayEquals(frame(numbers[i]), plain.get(i).frame());
            assertEquals(times[i], prefixed.get(i).ns());
            assertEquals(HoldingRole.PREFIX + LENGTH, prefixed.get(i).frame().length);
            assertEquals(HoldingRole.prefixByte(0), prefixed.get(i).frame()[0]);
            assertEquals(numbers[i], prefixed.get(i).frame()[HoldingRole.PREFIX + 20]);
        }
        final List<String> events = Files.readAllLines(trace);
        assertEquals(3, events.stream().filter(line -> line.contains("\"held\"")).count());
        assertTrue(Files.readString(dir.resolve("tables.json")).contains("\"replicated\" : 3"));
    }

    @Test
    void shouldHoldFramesOfAGroupForItsTime() throws Exception {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "c.yaml",
                        """
                        switch: {role: hold, mac: "02:00:00:00:00:fe"}
                        limits: {heldChunks: 2}
                        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
                        groups: [{id: 10.255.0.1, port: p1, time: 3ms}]
                        """,
                        HoldSchema.ROLES);
        final byte[] frame =
                RoceFrame.ipv4().src("10.0.0.1").dst("10.255.0.1").destQpn(1).psn(5).build();
        final Path trace = dir.resolve("trace.json");
        Replay.run(
                configuration,
                new Replay.Job(
                        List.of(new Replay.Input("p0", capture(frame))),
                        dir.resolve("out"),
                        trace,
                        dir.resolve("tables.json")));
        final List<Sent> sent = sent("p1");
        assertEquals(1, sent.size());
        assertEquals(3_000_000, sent.get(0).ns());
        assertArrayEquals(frame, sent.get(0).frame());
        final List<String> events = Files.readAllLines(trace);
        assertTrue(events.get(0).contains("\"group_set\",\"group\":\"10.255.0.1\",\"paths\":1"));
        assertTrue(events.get(1).contains("\"group\":\"10.255.0.1\",\"psn\":5"), events.get(1));
        final String tables = Files.readString(dir.resolve("tables.json"));
        assertTrue(tables.contains("\"frames\" : 1"), tables);
        assertTrue(tables.contains("\"time\" : \"3ms\""), tables);
    }
}
