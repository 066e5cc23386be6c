package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.replay.Replay;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.pcap.PcapWriter;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import io.polycast.xdp.dpdk.Natives;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole switch on devices of DPDK, held to the reference model. */
@Timeout(120)
class DpdkApplianceTest {
    private static final int FRAMES = 400;
    private static final int FIRST_PSN = 0xFF_FF80;
    private static final long T0 = 1_700_000_000_000_000_000L;

    @TempDir private Path dir;

    @BeforeAll
    static void needDpdk() {
        final Optional<String> trouble = Natives.trouble();
        trouble.ifPresent(why -> System.out.println("skipped, not tested here: " + why));
        Assumptions.assumeTrue(trouble.isEmpty(), () -> trouble.orElse(""));
    }

    private Configuration configuration(final String threading) throws Exception {
        return ConfigurationReader.parse(
                "dpdk.yaml",
                """
                switch: {mac: "02:00:00:00:00:fe"}
                pipeline: {threading: %2$s}
                dpdk: {eal: ["--no-huge", "-m", 256]}
                ports:
                  - {name: p0, driver: dpdk, devargs: "net_pcap0,rx_pcap=%1$s/in.pcap"}
                  - {name: p1, driver: dpdk, devargs: "net_pcap1,tx_pcap=%1$s/p1.pcap"}
                  - {name: p2, driver: dpdk, devargs: "net_pcap2,tx_pcap=%1$s/p2.pcap"}
                control: {socket: %1$s/c.sock, counters: %1$s/c.counters, state: %1$s/c.state}
                groups:
                  - id: 10.255.0.1
                    initialPsn: %3$d
                    paths:
                      - {port: p0, host: {ip: 10.0.0.1, mac: "02:00:00:00:00:01", qpn: 17}}
                      - {port: p1, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 18}}
                      - {port: p2, host: {ip: 10.0.0.3, mac: "02:00:00:00:00:03", qpn: 19}}
                """
                        .formatted(dir, threading, FIRST_PSN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fused", "staged"})
    void shouldSendTheVeryCopiesOfTheReferenceModel(final String threading) throws Exception {
        writeTraffic();
        final Configuration configuration = configuration(threading);
        final Path model = Files.createDirectory(dir.resolve("model"));
        Replay.run(
                configuration,
                new Replay.Job(
                        List.of(new Replay.Input("p0", dir.resolve("in.pcap"))),
                        model,
                        model.resolve("trace.json"),
                        model.resolve("tables.json")));
        final Appliance appliance =
                Appliance.start(
                        configuration, StartOptions.with(PortOpener.STANDARD), new SteadyClock());
        try {
            ApplianceRig.await(
                    "all copies",
                    () ->
                            appliance.counters().total(Ending.REPLICATED) == FRAMES
                                    && appliance.port("p1").stats().txFrames == FRAMES
                                    && appliance.port("p2").stats().txFrames == FRAMES);
        } finally {
            appliance.close();
        }
        assertEquals(0, appliance.memory().chunksInUse());
        for (final String port : List.of("p1.pcap", "p2.pcap")) {
            final List<byte[]> expected = frames(model.resolve(port));
            final List<byte[]> sent = frames(dir.resolve(port));
            assertEquals(FRAMES, expected.size());
            assertEquals(FRAMES, sent.size());
            for (int i = 0; i < FRAMES; i++) {
                assertArrayEquals(expected.get(i), sent.get(i), port + " frame " + i);
            }
        }
    }

    @Test
    void shouldEndWithTheStatusOfAMissingDeviceAndOneLine() throws Exception {
        final ApplianceException refused =
                assertThrows(
                        ApplianceException.class,
                        () ->
                                Appliance.start(
                                        configuration("fused"),
                                        StartOptions.with(PortOpener.STANDARD),
                                        new SteadyClock()));
        assertEquals(ApplianceException.MISSING, refused.exitCode());
        assertTrue(refused.getMessage().startsWith("port p0: DPDK finds no device net_pcap0"));
        assertEquals(1, refused.getMessage().lines().count());
    }

    /** Frames of many lengths over the end of the PSN range. */
    private void writeTraffic() throws IOException {
        final Random random = new Random(4);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] bytes = new byte[4096];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        out.write(bytes, 0, PcapWriter.writeFileHeader(buffer, 0));
        for (int i = 0; i < FRAMES; i++) {
            final byte[] payload = new byte[4 * random.nextInt(257)];
            random.nextBytes(payload);
            final byte[] frame =
                    RoceFrame.ipv4()
                            .src("10.0.0.1")
                            .dst("10.255.0.1")
                            .opcode(Opcode.SEND_ONLY)
                            .destQpn(1)
                            .psn(FIRST_PSN + i & 0xFF_FFFF)
                            .ackReq(i % 8 == 7)
                            .payload(payload)
                            .build();
            final int length =
                    PcapWriter.writeRecord(
                            buffer, 0, T0 + i * 1_000L, new UnsafeBuffer(frame), 0, frame.length);
            out.write(bytes, 0, length);
        }
        Files.write(dir.resolve("in.pcap"), out.toByteArray());
    }

    private static List<byte[]> frames(final Path capture) throws IOException {
        final byte[] bytes = Files.readAllBytes(capture);
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(bytes));
        final List<byte[]> all = new ArrayList<>();
        while (reader.next()) {
            all.add(Arrays.copyOfRange(bytes, reader.offset(), reader.offset() + reader.length()));
        }
        return all;
    }
}
