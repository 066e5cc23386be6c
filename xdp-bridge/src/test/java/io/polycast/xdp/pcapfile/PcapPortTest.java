package io.polycast.xdp.pcapfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcapPortTest {
    private static final long START_NS = 1_700_000_000_123_456_789L;

    @TempDir Path directory;

    private final FrameMemory memory = new FrameMemory(2048, 64, 8);
    private final AtomicLong clock = new AtomicLong(START_NS);

    private Path capture(final int frames) throws PortException {
        final Path file = directory.resolve("in.pcap");
        try (PcapPort port = new PcapPort(0, "w", memory, null, file, clock::getAndIncrement)) {
            for (int i = 0; i < frames; i++) {
                assertTrue(port.send(Frames.frame(i, 60 + i % 1700), 0, 60 + i % 1700));
            }
        }
        return file;
    }

    @Test
    void shouldHaveRoomWithoutALimit() throws Exception {
        try (PcapPort port = new PcapPort(0, "w", memory, null, null, clock::get)) {
            assertEquals(Integer.MAX_VALUE, port.room());
        }
    }

    @Test
    void shouldReadWhatItWroteFrameByFrame() throws Exception {
        final int frames = 3000; // more than the write buffer holds
        final Path file = capture(frames);
        final PcapPort port = new PcapPort(1, "r", memory, file, null, clock::get);
        int seen = 0;
        while (port.nextTimestampNs() != Long.MAX_VALUE) {
            assertEquals(START_NS + seen, port.nextTimestampNs());
            final int number = seen;
            seen +=
                    port.receive(
                            (index, offset, length, timestampNs) -> {
                                final byte[] got = new byte[length];
                                memory.buffer().getBytes(offset, got);
                                assertArrayEquals(
                                        Frames.frame(number, 60 + number % 1700).byteArray(), got);
                                assertEquals(START_NS + number, timestampNs);
                                memory.release(offset);
                            },
                            1);
        }
        assertEquals(frames, seen);
        assertEquals(0, port.receive((i, o, l, t) -> {}, 1));
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldWriteSharedFramesAndCopies() throws Exception {
        final Path out = directory.resolve("out.pcap");
        final int chunk = memory.acquireTx();
        memory.buffer().putBytes(chunk, Frames.frame(1, 200), 0, 200);
        try (PcapPort port = new PcapPort(0, "w", memory, null, out, clock::get)) {
            assertTrue(port.sendShared(chunk, 200));
            assertTrue(
                    port.sendCopy(
                            new Copy()
                                    .header(memory.buffer(), 54)
                                    .tail(memory.buffer(), chunk + 54, 146)
                                    .icrcIndex(142),
                            chunk,
                            5));
            assertFalse(port.send(Frames.frame(1, 1793), 0, 1793));
            assertEquals(1, port.stats().txTooLong);
        }
        final Frames.Collector in = new Frames.Collector(memory);
        new PcapPort(1, "r", memory, out, null, clock::get).receive(in, 9);
        assertEquals(2, in.frames.size());
        final byte[] expected = Frames.frame(1, 200).byteArray();
        assertArrayEquals(expected, in.frames.get(0));
        System.arraycopy(new byte[] {5, 0, 0, 0}, 0, expected, 196, 4);
        assertArrayEquals(expected, in.frames.get(1));
    }

    @Test
    void shouldShowNoFileBeforeItIsWhole() throws Exception {
        final Path out = directory.resolve("out.pcap");
        final PcapPort port = new PcapPort(0, "w", memory, null, out, clock::get);
        port.send(Frames.frame(1, 60), 0, 60);
        assertFalse(Files.exists(out));
        port.close();
        port.close();
        assertEquals(24 + 16 + 60, Files.size(out));
        final PcapPort given = new PcapPort(0, "w", memory, null, out, clock::get);
        given.discard();
        given.close();
        assertEquals(24 + 16 + 60, Files.size(out), "the old file stays");
        assertArrayEquals(new String[] {"out.pcap"}, directory.toFile().list());
    }

    @Test
    void shouldRefuseATruncatedCaptureBeforeItsFirstFrame() throws Exception {
        final Path file = capture(10);
        final byte[] whole = Files.readAllBytes(file);
        for (final int length : new int[] {3, 20, whole.length - 1, whole.length - 70}) {
            Files.write(file, Arrays.copyOf(whole, length));
            final PortException refused =
                    assertThrows(
                            PortException.class,
                            () -> new PcapSpec(file, null).open(new PortId(2, "p2"), memory));
            assertEquals(PortException.Kind.USAGE, refused.kind());
            assertTrue(
                    refused.getMessage().startsWith("port p2: capture " + file + ": "),
                    refused.getMessage());
        }
    }

    @Test
    void shouldNameWhatCannotBeOpened() {
        final Path nowhere = directory.resolve("no").resolve("x.pcap");
        final PortException in =
                assertThrows(
                        PortException.class,
                        () -> new PcapSpec(nowhere, null).open(new PortId(2, "p2"), memory));
        assertEquals("port p2: no capture " + nowhere, in.getMessage());
        final PortException out =
                assertThrows(
                        PortException.class,
                        () -> new PcapSpec(null, nowhere).open(new PortId(2, "p2"), memory));
        assertEquals(PortException.Kind.USAGE, out.kind());
    }

    @Test
    void shouldCountFramesThatFitNoChunk() throws Exception {
        final Path file = directory.resolve("big.pcap");
        final FrameMemory big = new FrameMemory(8192, 1, 1);
        try (PcapPort port = new PcapPort(0, "w", big, null, file, clock::get)) {
            port.send(Frames.frame(1, 1793), 0, 1793);
            port.send(Frames.frame(2, 1792), 0, 1792);
        }
        final Frames.Collector in = new Frames.Collector(memory);
        final PcapPort port = new PcapPort(1, "r", memory, file, null, clock::get);
        assertEquals(1, port.receive(in, 9));
        assertEquals(1, port.stats().rxInvalid);
        assertEquals(1792, in.frames.get(0).length);
    }
}
