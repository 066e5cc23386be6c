package io.polycast.xdp.dpdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.pcapfile.PcapPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** DPDK's own readers and writers of captures, held to ours. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DpdkPcapTest {
    private static final int FRAMES = 300;

    @TempDir private Path directory;

    private final FrameMemory memory = new FrameMemory(4096, 64, 1);
    private final Frames.Collector in = new Frames.Collector(memory);

    @BeforeAll
    static void needDpdk() {
        Dpdk.assume();
    }

    @Test
    void shouldReceiveEveryFrameOfACaptureAndWriteThemIntoAnother() throws Exception {
        final Path source = directory.resolve("in.pcap");
        final Path target = directory.resolve("out.pcap");
        write(source);
        try (DpdkPort reader = Dpdk.open(0, memory, "net_pcap0,rx_pcap=" + source);
                DpdkPort writer = Dpdk.open(1, memory, "net_pcap1,tx_pcap=" + target)) {
            int carried = 0;
            while (carried < FRAMES) {
                final int got =
                        reader.receive(
                                (index, offset, length, at) -> {
                                    assertTrue(writer.sendShared(offset, length));
                                    memory.release(offset);
                                },
                                50);
                assertTrue(got > 0, "frame " + carried);
                carried += got;
                writer.flush();
            }
            assertEquals(FRAMES, reader.stats().rxFrames);
            assertEquals(FRAMES, writer.stats().txFrames);
            assertEquals(0, reader.stats().rxInvalid);
        }
        read(target);
        assertEquals(FRAMES, in.frames.size());
        for (int i = 0; i < FRAMES; i++) {
            assertArrayEquals(Frames.frame(i, length(i)).byteArray(), in.frames.get(i));
        }
        assertEquals(0, memory.chunksInUse());
    }

    private static int length(final int frame) {
        return 60 + frame * 12;
    }

    private void write(final Path capture) throws Exception {
        try (PcapPort port = new PcapPort(2, "w", memory, null, capture, () -> 1_000L)) {
            for (int i = 0; i < FRAMES; i++) {
                final UnsafeBuffer frame = Frames.frame(i, length(i));
                assertTrue(port.send(frame, 0, frame.capacity()));
            }
        }
    }

    private void read(final Path capture) throws Exception {
        try (PcapPort port = new PcapPort(3, "r", memory, capture, null, () -> 0L)) {
            int got = port.receive(in, 64);
            while (got > 0) {
                got = port.receive(in, 64);
            }
        }
    }
}
