package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.afxdp.socket.XskOptions;
import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ways to send copies, on a veth: each gives the same bytes, and takes back every chunk. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class XskOptionsTest {
    private static final int HEADER = 54;
    private static final int LENGTH = 1000;
    private static final int FRAMES = 600;

    private SwitchLab lab;

    @BeforeEach
    void open() throws Exception {
        lab = new SwitchLab(3, 1500);
    }

    @AfterEach
    void close() throws Exception {
        lab.close();
        assertEquals(0, lab.memory.chunksInUse());
        assertEquals(0, lab.hostMemory.chunksInUse());
    }

    @Test
    void shouldSendTheLastCopyFromWhereTheFrameLies() throws Exception {
        final AfXdpPort[] out = {lab.open(1, XskOptions.DEFAULT), lab.open(2, XskOptions.DEFAULT)};
        assertEquals("native, copy", out[0].mode());
        replicate(out, true);
    }

    @Test
    void shouldSendHeadersAndPayloadFromTwoChunks() throws Exception {
        final XskOptions gathering = new XskOptions(Wish.AUTO, Wish.ON, 0, 64);
        final AfXdpPort[] out = {lab.open(1, gathering), lab.open(2, gathering)};
        assertEquals("native, copy, gather", out[0].mode());
        replicate(out, true);
    }

    @Test
    void shouldMixWaysInOneMemory() throws Exception {
        final AfXdpPort[] out = {
            lab.open(1, XskOptions.DEFAULT), lab.open(2, new XskOptions(Wish.OFF, Wish.ON, 0, 64))
        };
        replicate(out, false);
    }

    @Test
    void shouldReceiveWhilePollingBusily() throws Exception {
        final AfXdpPort port = lab.open(0, new XskOptions(Wish.AUTO, Wish.AUTO, 20, 32));
        final Frames.Collector in = new Frames.Collector(lab.memory);
        for (int i = 0; i < 50; i++) {
            assertTrue(lab.hosts[0].send(Frames.frame(i, 100), 0, 100));
        }
        lab.hosts[0].flush();
        Await.until(
                "50 frames",
                () -> {
                    port.receive(in, 64);
                    return in.frames.size() == 50;
                });
    }

    @Test
    void shouldRefuseZeroCopyThatTheDriverDoesNotHave() {
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () -> lab.open(0, new XskOptions(Wish.ON, Wish.AUTO, 0, 64)));
        assertEquals(PortException.Kind.DEVICE, refused.kind());
        assertEquals(
                "port p0: the driver of device p0 offers no socket with zeroCopy on: write auto or"
                        + " off, the frames are copied then",
                refused.getMessage());
    }

    /** Frames of host 0 to all of {@code out}, the last copy ended as the engine's release does. */
    private void replicate(final AfXdpPort[] out, final boolean inPlace) throws Exception {
        final AfXdpPort source = lab.open(0, XskOptions.DEFAULT);
        final int idle = lab.memory.chunksInUse();
        final Frames.Collector[] at = {
            new Frames.Collector(lab.hostMemory), new Frames.Collector(lab.hostMemory)
        };
        final int[] done = new int[1];
        for (int n = 0; n < FRAMES; n++) {
            assertTrue(lab.hosts[0].send(Frames.frame(n, LENGTH), 0, LENGTH));
            lab.hosts[0].flush();
            source.receive(
                    (port, offset, length, time) -> copy(out, offset, done[0]++, inPlace), 8);
            for (int i = 0; i < out.length; i++) {
                out[i].flush();
                lab.hosts[i + 1].receive(at[i], 64);
            }
        }
        Await.until(
                "all copies",
                () -> {
                    source.receive(
                            (port, offset, length, time) -> copy(out, offset, done[0]++, inPlace),
                            8);
                    boolean all = true;
                    for (int i = 0; i < out.length; i++) {
                        out[i].flush();
                        lab.hosts[i + 1].receive(at[i], 64);
                        all &= at[i].frames.size() == FRAMES && out[i].outstanding() == 0;
                    }
                    return all;
                });
        for (int i = 0; i < out.length; i++) {
            for (int n = 0; n < FRAMES; n++) {
                assertArrayEquals(expected(n, i), at[i].frames.get(n), "frame " + n + " at " + i);
            }
            assertEquals(FRAMES, out[i].stats().txFrames);
            assertEquals((long) FRAMES * LENGTH, out[i].stats().txBytes);
        }
        source.receive(new Frames.Collector(lab.memory), 64);
        assertEquals(idle, lab.memory.chunksInUse(), "every chunk is back");
    }

    private void copy(
            final AfXdpPort[] out, final int offset, final int frame, final boolean inPlace) {
        for (int i = 0; i < out.length; i++) {
            assertTrue(
                    out[i].beginCopy(
                            new Copy()
                                    .header(header(frame, i), HEADER)
                                    .tail(lab.memory.buffer(), offset + HEADER, LENGTH - HEADER)
                                    .icrcIndex(LENGTH - HEADER - 4),
                            0,
                            icrc(frame, i)));
            out[i].endCopy(inPlace && i + 1 == out.length);
        }
        lab.memory.release(offset);
    }

    private static UnsafeBuffer header(final int frame, final int copy) {
        return Frames.frame(100_000 + frame * 2 + copy, HEADER);
    }

    private static int icrc(final int frame, final int copy) {
        return 0x0101_0101 * (copy + 1) + frame;
    }

    private static byte[] expected(final int frame, final int copy) {
        final UnsafeBuffer bytes =
                new UnsafeBuffer(Frames.frame(frame, LENGTH).byteArray().clone());
        bytes.putBytes(0, header(frame, copy), 0, HEADER);
        bytes.putInt(LENGTH - 4, icrc(frame, copy), java.nio.ByteOrder.LITTLE_ENDIAN);
        return bytes.byteArray();
    }
}
