package io.polycast.xdp.datagram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.Allocation;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.Rooms;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class DatagramPortTest {
    private final FrameMemory memory = new FrameMemory(4096, 8, 4);
    private final Frames.Collector in = new Frames.Collector(memory);
    private DatagramSocket peer;
    private DatagramPort port;

    @BeforeEach
    void open() throws Exception {
        peer = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        peer.setSoTimeout(10_000);
        port = new DatagramPort(1, "p1", memory, freeAddress(), address(peer));
    }

    @AfterEach
    void close() {
        port.close();
        port.close();
        peer.close();
        assertEquals(0, memory.chunksInUse());
    }

    private static InetSocketAddress address(final DatagramSocket socket) {
        return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
    }

    private static InetSocketAddress freeAddress() throws IOException {
        try (DatagramSocket probe =
                new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return address(probe);
        }
    }

    private void fromPeer(final byte[] bytes) throws IOException {
        peer.send(new DatagramPacket(bytes, bytes.length, port.local()));
    }

    private byte[] atPeer() throws IOException {
        final DatagramPacket packet = new DatagramPacket(new byte[65536], 65536);
        peer.receive(packet);
        return java.util.Arrays.copyOf(packet.getData(), packet.getLength());
    }

    private void receive(final int frames) {
        Await.until(
                frames + " frames",
                () -> {
                    port.receive(in, 4);
                    return in.frames.size() >= frames;
                });
    }

    @Test
    void shouldTakeEveryFrameThatItHasRoomFor() throws Exception {
        assertEquals(20, Rooms.fill(port, 64, 20));
        for (int i = 0; i < 20; i++) {
            assertArrayEquals(Frames.frame(i, 64).byteArray(), atPeer());
        }
    }

    @Test
    void shouldRefuseAddressesOfTwoFamilies() throws Exception {
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () ->
                                new DatagramPort(
                                        2,
                                        "p2",
                                        memory,
                                        new InetSocketAddress("127.0.0.1", 0),
                                        new InetSocketAddress("::1", 9)));
        assertEquals(PortException.Kind.USAGE, refused.kind());
        assertTrue(refused.getMessage().startsWith("port p2: local "), refused.getMessage());
        assertTrue(refused.getMessage().endsWith("addresses of one kind"), refused.getMessage());
    }

    @Test
    void shouldCarryFramesBothWays() throws Exception {
        for (int i = 0; i < 20; i++) {
            final UnsafeBuffer frame = Frames.frame(i, 60 + 190 * i);
            fromPeer(frame.byteArray());
            receive(i + 1);
            assertArrayEquals(frame.byteArray(), in.frames.get(i));
            assertTrue(port.send(frame, 0, frame.capacity()));
            assertArrayEquals(frame.byteArray(), atPeer());
        }
        assertEquals(20, port.stats().rxFrames);
        assertEquals(20, port.stats().txFrames);
    }

    @Test
    void shouldSendSharedFramesAndCopies() throws Exception {
        final UnsafeBuffer frame = Frames.frame(5, 300);
        fromPeer(frame.byteArray());
        final FrameHandler back =
                (index, offset, length, at) -> {
                    assertTrue(port.sendShared(offset, length));
                    assertTrue(
                            port.sendCopy(
                                    new Copy()
                                            .header(memory.buffer(), 54)
                                            .tail(memory.buffer(), offset + 54, length - 54)
                                            .icrcIndex(length - 58),
                                    offset,
                                    0x04030201));
                    memory.release(offset);
                };
        Await.until("a frame", () -> port.receive(back, 1) > 0);
        assertArrayEquals(frame.byteArray(), atPeer());
        final byte[] expected = frame.byteArray().clone();
        System.arraycopy(new byte[] {1, 2, 3, 4}, 0, expected, 296, 4);
        assertArrayEquals(expected, atPeer());
    }

    @Test
    void shouldCountDatagramsThatAreNoFrames() throws Exception {
        fromPeer(new byte[13]);
        fromPeer(new byte[3840]); // the chunk to its last byte: perhaps cut
        fromPeer(new byte[5000]);
        fromPeer(new byte[3839]);
        receive(1);
        assertEquals(3, port.stats().rxInvalid);
        assertEquals(3839, in.frames.get(0).length);
        assertFalse(port.send(Frames.frame(1, 3840), 0, 3840));
        assertEquals(1, port.stats().txTooLong);
    }

    @Test
    void shouldNotAllocateForFrames() throws Exception {
        final FrameMemory otherMemory = new FrameMemory(4096, 8, 4);
        final InetSocketAddress own = address(peer);
        peer.close();
        try (DatagramPort other = new DatagramPort(2, "p2", otherMemory, own, port.local())) {
            final UnsafeBuffer frame = Frames.frame(1, 1000);
            final FrameHandler back =
                    (index, offset, length, at) -> {
                        other.sendShared(offset, length);
                        otherMemory.release(offset);
                    };
            final FrameHandler sink = (index, offset, length, at) -> memory.release(offset);
            final BooleanSupplier there = () -> other.receive(back, 1) > 0;
            final BooleanSupplier here = () -> port.receive(sink, 1) > 0;
            final long bytes =
                    Allocation.bytes(
                            3_000,
                            () -> {
                                port.send(frame, 0, 1000);
                                Await.until("the frame there", there);
                                Await.until("the frame here", here);
                            });
            assertTrue(bytes < 4_000, bytes + " bytes for 6000 frames");
        }
    }

    @Test
    void shouldNotMindThatThePeerIsAbsent() throws Exception {
        final InetSocketAddress where = address(peer);
        peer.close();
        final UnsafeBuffer frame = Frames.frame(1, 80);
        for (int i = 0; i < 5; i++) {
            assertTrue(port.send(frame, 0, 80));
            assertEquals(0, port.receive(in, 4));
        }
        peer = new DatagramSocket(where);
        peer.setSoTimeout(10_000);
        assertTrue(port.send(frame, 0, 80));
        assertArrayEquals(frame.byteArray(), atPeer());
        assertEquals(0, port.stats().txErrors);
        assertEquals(0, port.stats().rxInvalid);
    }

    @Test
    void shouldLeaveDatagramsWaitingWhenNoChunkIsFree() throws Exception {
        for (int i = 0; i < 8; i++) {
            memory.acquireRx();
        }
        fromPeer(Frames.frame(1, 64).byteArray());
        assertEquals(0, port.receive(in, 4));
        for (int i = 0; i < 8; i++) {
            memory.release(i * 4096);
        }
        receive(1);
    }

    @Test
    void shouldSayThatAnAddressIsTaken() {
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () -> new DatagramPort(2, "p2", memory, port.local(), address(peer)));
        assertEquals(PortException.Kind.DEVICE, refused.kind());
        assertTrue(refused.getMessage().startsWith("port p2: cannot bind /127.0.0.1:"));
    }

    @Test
    void shouldSayThatAHostIsUnknown() {
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () ->
                                new DatagramPort(
                                        2,
                                        "p2",
                                        memory,
                                        port.local(),
                                        InetSocketAddress.createUnresolved("no.such.host", 1)));
        assertEquals(PortException.Kind.USAGE, refused.kind());
    }
}
