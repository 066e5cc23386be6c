package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    private static final int NANOSECOND_MAGIC = 0xA1B2_3C4D;
    private static final int ETHERNET = 1;
    private static final int FILE_HEADER = 24;

    @TempDir private Path directory;
    private Path configuration;
    private Path capture;

    @BeforeEach
    void files() throws IOException {
        configuration = directory.resolve("switch.yaml");
        Files.writeString(
                configuration,
                """
                switch: {mac: "02:00:00:00:00:fe"}
                ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
                groups:
                  - id: 10.255.0.1
                    initialPsn: 7
                    paths:
                      - {port: p0, host: {ip: 10.0.0.1, mac: "02:00:00:00:00:01", qpn: 17}}
                      - {port: p1, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 256}}
                      - {port: p1, host: {ip: 10.0.0.3, mac: "02:00:00:00:00:03", qpn: 257}}
                """);
        capture = directory.resolve("in.pcap");
        Files.write(
                capture,
                pcap(
                        RoceFrame.ipv4()
                                .srcMac(0x0200_0000_0001L)
                                .dstMac(0x0200_0000_00FEL)
                                .src("10.0.0.1")
                                .dst("10.255.0.1")
                                .udpSourcePort(0xC000)
                                .opcode(Opcode.SEND_ONLY)
                                .psn(7)
                                .destQpn(1)
                                .ackReq(true)
                                .payload(new byte[100])
                                .build()));
    }

    private static byte[] pcap(final byte[] frame) {
        final ByteBuffer bytes =
                ByteBuffer.allocate(FILE_HEADER + 16 + frame.length).order(ByteOrder.BIG_ENDIAN);
        bytes.putInt(NANOSECOND_MAGIC).putShort((short) 2).putShort((short) 4);
        bytes.putInt(0).putInt(0).putInt(65_535).putInt(ETHERNET);
        bytes.putInt(1_000).putInt(5).putInt(frame.length).putInt(frame.length).put(frame);
        return bytes.array();
    }

    private CommandRun replay(final String in, final Path out, final String... more) {
        final String[] args = new String[7 + more.length];
        args[0] = "replay";
        args[1] = "-c";
        args[2] = configuration.toString();
        args[3] = "--in";
        args[4] = in;
        args[5] = "--out";
        args[6] = out.toString();
        System.arraycopy(more, 0, args, 7, more.length);
        return CommandRun.of(args);
    }

    @Test
    void shouldWriteTheSameBytesEveryTime() throws IOException {
        final Path one = directory.resolve("one");
        final Path two = directory.resolve("two");
        final CommandRun run = replay("p0=" + capture, one, "--json");
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertEquals(1, run.json().get("frames_in").longValue());
        assertEquals(2, run.json().get("frames_out").get("p1").longValue());
        assertEquals(0, run.json().get("frames_out").get("p0").longValue());
        assertEquals(1, run.json().get("endings").get("replicated").longValue());
        replay("p0=" + capture, two);
        assertArrayEquals(
                Files.readAllBytes(one.resolve("p1.pcap")),
                Files.readAllBytes(two.resolve("p1.pcap")));
        assertTrue(Files.size(one.resolve("p1.pcap")) > FILE_HEADER);
        assertEquals(FILE_HEADER, Files.size(one.resolve("p0.pcap")));
    }

    @Test
    void shouldWriteTraceAndTables() throws IOException {
        final Path trace = directory.resolve("trace.jsonl");
        final Path tables = directory.resolve("tables.json");
        final CommandRun run =
                replay(
                        "p0=" + capture,
                        directory.resolve("out"),
                        "--trace",
                        trace.toString(),
                        "--tables",
                        tables.toString());
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertTrue(Files.readString(trace).contains("10.255.0.1"), Files.readString(trace));
        assertTrue(Files.readString(tables).contains("10.0.0.3"), Files.readString(tables));
        assertTrue(run.out().contains("replicated"), run.out());
    }

    @Test
    void shouldLeaveNothingBehindOfATruncatedCapture() throws IOException {
        final byte[] whole = Files.readAllBytes(capture);
        Files.write(capture, java.util.Arrays.copyOf(whole, whole.length - 3));
        final Path out = directory.resolve("out");
        final CommandRun run = replay("p0=" + capture, out);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
        assertTrue(run.err().contains("in.pcap"), run.err());
        assertFalse(Files.exists(out.resolve("p1.pcap")));
    }

    @Test
    void shouldRefuseAnotherLinkType() throws IOException {
        final byte[] bytes = Files.readAllBytes(capture);
        ByteBuffer.wrap(bytes).putInt(20, 113);
        Files.write(capture, bytes);
        final CommandRun run = replay("p0=" + capture, directory.resolve("out"));
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
    }

    @Test
    void shouldRefuseInputsThatAreNoPortAndCapture() {
        assertEquals(
                ExitCode.USAGE, replay(capture.toString(), directory.resolve("out")).exitCode());
        final CommandRun run = replay("p7=" + capture, directory.resolve("out"));
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains("p0, p1"), run.err());
    }
}
