package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.Allocation;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.Rooms;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AfXdpPortTest {
    private SwitchLab lab;

    @BeforeEach
    void open() throws Exception {
        lab = new SwitchLab(4, 1500);
    }

    @AfterEach
    void close() throws Exception {
        lab.close();
        assertEquals(0, lab.memory.chunksInUse());
        assertEquals(0, lab.hostMemory.chunksInUse());
    }

    @Test
    void shouldTakeAsManyFramesAsItHasRoomFor() throws Exception {
        final AfXdpPort port = lab.open(0, XdpMode.AUTO);
        assertEquals(SwitchLab.RING, port.room());
        assertEquals(2000, Rooms.fill(port, 64, 2000));
        assertEquals(0, port.stats().txRingFull);
        assertEquals(0, port.stats().txNoMemory);
        final Frames.Collector out = new Frames.Collector(lab.hostMemory);
        Await.until(
                "completions",
                () -> {
                    port.flush();
                    lab.hosts[0].receive(out, 64);
                    return port.outstanding() == 0;
                });
        assertEquals(SwitchLab.RING, port.room());
    }

    @Test
    void shouldReceiveEveryFrameIntact() throws Exception {
        final AfXdpPort port = lab.open(0, XdpMode.AUTO);
        assertEquals("native", port.programMode());
        final Frames.Collector in = new Frames.Collector(lab.memory);
        for (int i = 0; i < 3000; i++) {
            final int length = 60 + i % 1455;
            assertTrue(lab.hosts[0].send(Frames.frame(i, length), 0, length));
            if (i % 50 == 49) {
                lab.hosts[0].flush();
                final int wanted = i + 1;
                Await.until(
                        wanted + " frames",
                        () -> {
                            port.receive(in, 64);
                            return in.frames.size() == wanted;
                        });
            }
        }
        for (int i = 0; i < 3000; i++) {
            assertArrayEquals(
                    Frames.frame(i, 60 + i % 1455).byteArray(), in.frames.get(i), "frame " + i);
        }
        assertEquals(3000, port.stats().rxFrames);
        assertEquals(0, port.stats().rxInvalid);
        assertEquals(0, port.stats().rxRingFull);
        assertEquals(0, port.stats().rxNoMemory);
    }

    @Test
    void shouldSendAReceivedFrameToThreePortsFromWhereItLies() throws Exception {
        final AfXdpPort[] ports = new AfXdpPort[4];
        for (int i = 0; i < 4; i++) {
            ports[i] = lab.open(i, XdpMode.AUTO);
        }
        final int idle = lab.memory.chunksInUse();
        final Frames.Collector[] out = new Frames.Collector[4];
        for (int i = 1; i < 4; i++) {
            out[i] = new Frames.Collector(lab.hostMemory);
        }
        final int frames = 500;
        final int[] forwarded = new int[1];
        for (int sent = 0; sent < frames; sent++) {
            final int length = 64 + sent;
            assertTrue(lab.hosts[0].send(Frames.frame(sent, length), 0, length));
            lab.hosts[0].flush();
            ports[0].receive(
                    (index, offset, received, at) -> {
                        for (int i = 1; i < 4; i++) {
                            assertTrue(ports[i].sendShared(offset, received));
                        }
                        assertEquals(4, lab.memory.references(offset));
                        lab.memory.release(offset);
                        forwarded[0]++;
                    },
                    64);
            for (int i = 1; i < 4; i++) {
                ports[i].flush();
                lab.hosts[i].receive(out[i], 64);
            }
        }
        Await.until(
                "all copies and completions",
                () -> {
                    boolean done = forwarded[0] == frames;
                    for (int i = 1; i < 4; i++) {
                        ports[i].flush();
                        lab.hosts[i].receive(out[i], 64);
                        done &= out[i].frames.size() == frames && ports[i].outstanding() == 0;
                    }
                    return done;
                });
        for (int i = 1; i < 4; i++) {
            for (int n = 0; n < frames; n++) {
                assertArrayEquals(
                        Frames.frame(n, 64 + n).byteArray(), out[i].frames.get(n), "frame " + n);
            }
        }
        ports[0].receive(new Frames.Collector(lab.memory), 64);
        assertEquals(idle, lab.memory.chunksInUse(), "every chunk is back");
    }

    @Test
    void shouldPutCopiesTogetherAndCarryTheLongestTaggedFrame() throws Exception {
        final AfXdpPort port = lab.open(1, XdpMode.AUTO);
        assertEquals(1518, port.maxFrameLength());
        final UnsafeBuffer tagged = Frames.frame(7, 1518);
        tagged.putBytes(12, new byte[] {(byte) 0x81, 0, 0, 5});
        assertTrue(port.send(tagged, 0, 1518));
        assertFalse(port.send(Frames.frame(7, 1519), 0, 1519));
        assertEquals(1, port.stats().txTooLong);
        final UnsafeBuffer tail = Frames.frame(8, 600);
        assertTrue(
                port.sendCopy(
                        new Copy().header(tagged, 54).tail(tail, 54, 546).icrcIndex(542),
                        0,
                        0x04030201));
        final Frames.Collector out = new Frames.Collector(lab.hostMemory);
        Await.until(
                "two frames",
                () -> {
                    port.flush();
                    lab.hosts[1].receive(out, 8);
                    return out.frames.size() == 2;
                });
        assertArrayEquals(tagged.byteArray(), out.frames.get(0));
        final byte[] expected = tail.byteArray().clone();
        System.arraycopy(tagged.byteArray(), 0, expected, 0, 54);
        System.arraycopy(new byte[] {1, 2, 3, 4}, 0, expected, 596, 4);
        assertArrayEquals(expected, out.frames.get(1));
    }

    @Test
    void shouldReceiveAnInlineVlanTag() throws Exception {
        final AfXdpPort port = lab.open(0, XdpMode.AUTO);
        final UnsafeBuffer tagged = Frames.frame(7, 1518);
        tagged.putBytes(12, new byte[] {(byte) 0x81, 0, 0, 5});
        assertTrue(lab.hosts[0].send(tagged, 0, 1518));
        lab.hosts[0].flush();
        final Frames.Collector in = new Frames.Collector(lab.memory);
        Await.until("a frame", () -> port.receive(in, 1) == 1);
        assertArrayEquals(tagged.byteArray(), in.frames.get(0));
    }

    @Test
    void shouldServeGenericMode() throws Exception {
        final AfXdpPort port = lab.open(0, XdpMode.GENERIC);
        assertEquals("generic", port.programMode());
        final Frames.Collector in = new Frames.Collector(lab.memory);
        for (int i = 0; i < 20; i++) {
            lab.hosts[0].send(Frames.frame(i, 1514), 0, 1514);
        }
        lab.hosts[0].flush();
        Await.until(
                "20 frames",
                () -> {
                    port.receive(in, 64);
                    return in.frames.size() == 20;
                });
        assertArrayEquals(Frames.frame(19, 1514).byteArray(), in.frames.get(19));
    }

    @Test
    void shouldCountAFullReceiveRingAsThat() throws Exception {
        final AfXdpPort port = lab.open(0, XdpMode.AUTO);
        final UnsafeBuffer frame = Frames.frame(1, 60);
        for (int i = 0; i < SwitchLab.RING + 100; i++) {
            while (!lab.hosts[0].send(frame, 0, 60)) {
                lab.hosts[0].flush();
            }
        }
        Await.until(
                "100 frames lost",
                () -> {
                    lab.hosts[0].flush();
                    return port.stats().rxRingFull == 100;
                });
        assertEquals(0, port.stats().rxNoMemory);
        assertEquals(0, port.stats().rxInvalid);
        final Frames.Collector in = new Frames.Collector(lab.memory);
        Await.until(
                "a ring of frames",
                () -> {
                    port.receive(in, 64);
                    return in.frames.size() == SwitchLab.RING;
                });
    }

    @Test
    void shouldRefuseWhenTheTransmitRingIsFullAndRecover() throws Exception {
        final AfXdpPort port = lab.open(1, XdpMode.AUTO);
        final UnsafeBuffer frame = Frames.frame(1, 60);
        lab.down(1);
        int taken = 0;
        while (taken < 10_000 && port.send(frame, 0, 60)) {
            taken++;
        }
        lab.up(1);
        assertTrue(port.stats().txRingFull + port.stats().txNoMemory >= 1);
        Await.until(
                "everything completes",
                () -> {
                    port.flush();
                    return port.outstanding() == 0;
                });
        assertTrue(port.send(frame, 0, 60));
    }

    @Test
    void shouldStartAgainAtOnceAfterClose() throws Exception {
        for (int round = 0; round < 5; round++) {
            final AfXdpPort port = lab.open(0, XdpMode.AUTO);
            final Frames.Collector in = new Frames.Collector(lab.memory);
            lab.hosts[0].send(Frames.frame(round, 100), 0, 100);
            lab.hosts[0].flush();
            Await.until("a frame", () -> port.receive(in, 1) == 1);
            port.close();
            assertEquals(0, lab.memory.chunksInUse());
        }
    }

    @Test
    void shouldStartAfterAnotherProcessWasKilled() throws Exception {
        for (int round = 0; round < 2; round++) {
            final Process child = lab.startChild();
            child.destroyForcibly().waitFor();
            final AfXdpPort port = lab.open(0, XdpMode.AUTO);
            final Frames.Collector in = new Frames.Collector(lab.memory);
            lab.hosts[0].send(Frames.frame(round, 100), 0, 100);
            lab.hosts[0].flush();
            Await.until("a frame", () -> port.receive(in, 1) == 1);
            port.close();
        }
    }

    @Test
    void shouldNotAllocateForFrames() throws Exception {
        final Copy copy = new Copy();
        final AfXdpPort in = lab.open(0, XdpMode.AUTO);
        final AfXdpPort out = lab.open(1, XdpMode.AUTO);
        final UnsafeBuffer frame = Frames.frame(1, 500);
        final FrameHandler forward =
                (index, offset, length, at) -> {
                    out.sendShared(offset, length);
                    out.sendCopy(
                            copy.header(frame, 54)
                                    .tail(lab.memory.buffer(), offset + 54, 446)
                                    .icrcIndex(442),
                            0,
                            7);
                    lab.memory.release(offset);
                };
        final FrameHandler sink = (index, offset, length, at) -> lab.hostMemory.release(offset);
        final int[] at = new int[1];
        final long bytes =
                Allocation.bytes(
                        1_500,
                        () -> {
                            lab.hosts[0].send(frame, 0, 500);
                            lab.hosts[0].flush();
                            in.receive(forward, 8);
                            out.flush();
                            at[0] += lab.hosts[1].receive(sink, 8);
                        });
        assertTrue(at[0] > 5_000, at[0] + " frames out");
        assertTrue(bytes < 4_000, bytes + " bytes for 1500 rounds");
    }

    @Test
    void shouldSayWhoElseHoldsADevice() throws Exception {
        final Process child = lab.startChild();
        final PortException held =
                assertThrows(PortException.class, () -> lab.open(0, XdpMode.AUTO));
        child.destroyForcibly().waitFor();
        assertEquals(PortException.Kind.DEVICE, held.kind());
        assertTrue(held.getMessage().contains("EBUSY"), held.getMessage());
        assertTrue(held.getMessage().contains("bpftool net"), held.getMessage());
    }

    @Test
    void shouldRefuseMoreQueuesThanTheDeviceHas() {
        final PortException refused =
                assertThrows(PortException.class, () -> lab.open(0, XdpMode.AUTO, 2));
        assertTrue(
                refused.getMessage()
                        .startsWith("port p0: queues=2 > 1 receive queues of device p0"),
                refused.getMessage());
    }
}
