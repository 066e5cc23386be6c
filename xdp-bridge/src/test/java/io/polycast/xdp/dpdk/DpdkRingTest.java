package io.polycast.xdp.dpdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.Allocation;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.LinkStatus;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.Rooms;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A device that gives back what it was sent, in order: a ring of 1,024 frames. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DpdkRingTest {
    private static final int DEVICE_RING = 1023;

    private final FrameMemory memory = new FrameMemory(4096, 64, 1);
    private final Frames.Collector in = new Frames.Collector(memory);
    private DpdkPort port;

    @BeforeAll
    static void needDpdk() {
        Dpdk.assume();
    }

    @BeforeEach
    void open() throws Exception {
        port = Dpdk.open(5, memory, "net_ring0");
    }

    @AfterEach
    void close() {
        port.close();
        port.close();
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldReportTheLinkOfItsDevice() {
        assertEquals(new LinkStatus(true, 10_000), port.link());
        port.close();
        assertNull(port.link());
    }

    @Test
    void shouldTakeAsManyFramesAsItHasRoomFor() {
        final int taken = Rooms.fill(port, 64, 100_000);
        assertTrue(taken >= DEVICE_RING, taken + " frames");
        port.flush();
        final int received = port.receive(in, 64);
        assertTrue(received > 0);
        assertTrue(Rooms.fill(port, 64, 100_000) >= received);
    }

    @Test
    void shouldReceiveTheVeryFramesThatItSentInOrder() {
        for (int i = 0; i < 200; i++) {
            final UnsafeBuffer frame = Frames.frame(i, 60 + i * 18);
            assertTrue(port.send(frame, 0, frame.capacity()));
        }
        assertEquals(200, port.flush());
        while (in.frames.size() < 200) {
            assertTrue(port.receive(in, 7) > 0, "at " + in.frames.size());
        }
        assertEquals(0, port.receive(in, 64));
        for (int i = 0; i < 200; i++) {
            assertArrayEquals(Frames.frame(i, 60 + i * 18).byteArray(), in.frames.get(i));
        }
        assertEquals(200, port.stats().txFrames);
        assertEquals(200, port.stats().rxFrames);
        assertEquals(port.stats().txBytes, port.stats().rxBytes);
        assertEquals(200 * 60 + 18 * 199 * 100, port.stats().rxBytes);
    }

    @Test
    void shouldTellTheIndexOfThePortToTheHandler() {
        final UnsafeBuffer frame = Frames.frame(1, 100);
        port.send(frame, 0, 100);
        port.flush();
        final int[] seen = {-1};
        port.receive(
                (index, offset, length, at) -> {
                    seen[0] = index;
                    memory.release(offset);
                },
                1);
        assertEquals(5, seen[0]);
    }

    @Test
    void shouldSendWhatLiesInTheSharedMemoryAndPutCopiesTogether() {
        final UnsafeBuffer frame = Frames.frame(1, 300);
        assertTrue(port.send(frame, 0, 300));
        port.flush();
        final int got =
                port.receive(
                        (index, offset, length, at) -> {
                            assertTrue(port.sendShared(offset, length));
                            assertTrue(
                                    port.sendCopy(
                                            new Copy()
                                                    .header(frame, 54)
                                                    .tail(memory.buffer(), offset + 54, length - 54)
                                                    .icrcIndex(length - 58),
                                            0,
                                            0x04030201));
                            // Both have been copied: the chunk may go.
                            memory.release(offset);
                        },
                        1);
        assertEquals(1, got);
        port.flush();
        assertEquals(2, port.receive(in, 64));
        final byte[] copy = frame.byteArray().clone();
        assertArrayEquals(copy, in.frames.get(0));
        System.arraycopy(new byte[] {1, 2, 3, 4}, 0, copy, 296, 4);
        assertArrayEquals(copy, in.frames.get(1));
    }

    @Test
    void shouldCarryFramesAsLongAsAChunkHoldsAndNoLonger() {
        assertEquals(memory.frameCapacity(), port.maxFrameLength());
        final UnsafeBuffer longest = Frames.frame(1, memory.frameCapacity());
        assertTrue(port.send(longest, 0, longest.capacity()));
        final UnsafeBuffer longer = Frames.frame(2, memory.frameCapacity() + 1);
        assertFalse(port.send(longer, 0, longer.capacity()));
        assertEquals(1, port.stats().txTooLong);
        port.flush();
        assertEquals(1, port.receive(in, 64));
        assertArrayEquals(longest.byteArray(), in.frames.get(0));
    }

    @Test
    void shouldRefuseFramesOnceDeviceAndQueueAreFullAndLoseNoneThatItTook() {
        final UnsafeBuffer frame = Frames.frame(3, 64);
        int taken = 0;
        while (port.send(frame, 0, 64)) {
            taken++;
            frame.putInt(20, taken);
        }
        assertEquals(DEVICE_RING + PortSpec.DEFAULT_RING_SIZE, taken);
        assertEquals(1, port.stats().txRingFull + port.stats().txNoMemory);
        assertEquals(DEVICE_RING, port.stats().txFrames);
        while (in.frames.size() < taken) {
            port.receive(in, 64);
            port.flush();
        }
        for (int i = 0; i < taken; i++) {
            assertEquals(
                    i == 0 ? Frames.frame(3, 64).getInt(20) : i,
                    new UnsafeBuffer(in.frames.get(i)).getInt(20),
                    "frame " + i);
        }
        assertEquals(taken, port.stats().txFrames);
        assertEquals(taken, port.stats().rxFrames);
    }

    @Test
    void shouldKeepFramesUntilThereIsAChunkForThem() {
        for (int i = 0; i < 100; i++) {
            port.send(Frames.frame(i, 80), 0, 80);
        }
        port.flush();
        final int[] held = new int[64];
        final int[] count = {0};
        final FrameHandler holder = (index, offset, length, at) -> held[count[0]++] = offset;
        assertEquals(64, port.receive(holder, 100));
        assertEquals(0, port.receive(holder, 100), "no chunk is free");
        for (final int offset : held) {
            memory.release(offset);
        }
        assertEquals(36, port.receive(in, 100));
        assertArrayEquals(Frames.frame(64, 80).byteArray(), in.frames.get(0));
        assertArrayEquals(Frames.frame(99, 80).byteArray(), in.frames.get(35));
    }

    @Test
    void shouldOpenTheSameDeviceAgainAndAgainWithNothingLeftInIt() throws Exception {
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 500; i++) {
                port.send(Frames.frame(i, 1000), 0, 1000);
            }
            port.flush();
            port.receive(in, 10);
            port.close();
            port = Dpdk.open(5, memory, "net_ring0");
            assertEquals(0, port.receive(in, 64));
        }
    }

    @Test
    void shouldServeTwoDevicesWithoutMixingTheirFrames() throws Exception {
        try (DpdkPort other = Dpdk.open(6, memory, "net_ring1")) {
            port.send(Frames.frame(1, 90), 0, 90);
            other.send(Frames.frame(2, 91), 0, 91);
            port.flush();
            other.flush();
            assertEquals(1, port.receive(in, 9));
            assertEquals(1, other.receive(in, 9));
            assertEquals(90, in.frames.get(0).length);
            assertEquals(91, in.frames.get(1).length);
        }
    }

    @Test
    void shouldLetOneThreadReceiveWhileAnotherOneSends() throws Exception {
        final int frames = 200_000;
        final Thread sender = new Thread(() -> sendNumbered(frames), "sender");
        sender.start();
        final int[] next = {0};
        final FrameHandler inOrder =
                (index, offset, length, at) -> {
                    assertEquals(next[0]++, memory.buffer().getInt(offset + 20));
                    memory.release(offset);
                };
        Await.until(
                "all frames",
                () -> {
                    port.receive(inOrder, 64);
                    return next[0] == frames;
                });
        sender.join(30_000);
        assertEquals(frames, port.stats().txFrames);
        assertEquals(frames, port.stats().rxFrames);
        assertEquals(0, port.stats().txNoMemory);
    }

    private void sendNumbered(final int frames) {
        final UnsafeBuffer frame = Frames.frame(1, 128);
        for (int i = 0; i < frames; i++) {
            frame.putInt(20, i);
            Await.until("room", () -> port.send(frame, 0, 128));
            if (i % 32 == 31) {
                port.flush();
            }
        }
        Await.until(
                "all frames",
                () -> {
                    port.flush();
                    return port.stats().txFrames >= frames;
                });
    }

    @Test
    void shouldTakeADeviceForOnePortOnly() {
        final PortException refused =
                assertThrows(PortException.class, () -> Dpdk.open(6, memory, "net_ring0"));
        assertTrue(refused.getMessage().contains("port p6"), refused.getMessage());
        assertTrue(refused.getMessage().contains("net_ring0"), refused.getMessage());
        port.send(Frames.frame(1, 90), 0, 90);
        port.flush();
        assertEquals(1, port.receive(in, 9), "the first one works on");
    }

    @Test
    void shouldAllocateNothingOnTheWayOfFrames() throws Exception {
        final UnsafeBuffer frame = Frames.frame(1, 1000);
        final FrameHandler release = (index, offset, length, at) -> memory.release(offset);
        final Runnable round =
                () -> {
                    for (int i = 0; i < 32; i++) {
                        port.send(frame, 0, 1000);
                    }
                    port.flush();
                    port.receive(release, 64);
                };
        assertEquals(0, Allocation.bytes(10_000, round));
        assertEquals(port.stats().txFrames, port.stats().rxFrames);
    }

    @Test
    void shouldNotStartDpdkTwiceWithDifferentArguments() {
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () ->
                                new DpdkPort(
                                        new PortId(7, "p7"),
                                        new DpdkSpec(
                                                "net_ring7",
                                                PortSpec.DEFAULT_RING_SIZE,
                                                0,
                                                List.of("--no-huge")),
                                        memory));
        assertEquals(PortException.Kind.USAGE, refused.kind());
        assertTrue(refused.getMessage().contains("-m 256"), refused.getMessage());
    }

    @Test
    void shouldSayWhatToDoWhenThereIsNoSuchDevice() {
        Stream.of("net_nosuch0", "net_pcap7,rx_pcap=/nowhere/at.pcap", "0000:99:00.0")
                .forEach(
                        devargs -> {
                            final PortException refused =
                                    assertThrows(
                                            PortException.class,
                                            () -> Dpdk.open(7, memory, devargs));
                            assertEquals(PortException.Kind.DEVICE, refused.kind());
                            assertTrue(
                                    refused.getMessage().contains(devargs), refused.getMessage());
                        });
    }
}
