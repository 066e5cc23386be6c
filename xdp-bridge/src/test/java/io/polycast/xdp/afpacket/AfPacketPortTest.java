package io.polycast.xdp.afpacket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.Rooms;
import io.polycast.xdp.sys.PollSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AfPacketPortTest {
    private final FrameMemory memory = new FrameMemory(4096, 256, 256);
    private final Frames.Collector in = new Frames.Collector(memory);
    private Namespaces namespaces;
    private String host;
    private String other;
    private AfPacketPort a;
    private AfPacketPort b;

    @BeforeEach
    void open() throws Exception {
        namespaces = new Namespaces();
        host = namespaces.add('a');
        other = namespaces.add('b');
        Namespaces.veth(host, "e0", other, "e1", 1500);
        a = Namespaces.in(host, () -> new AfPacketPort(0, "a", memory, "e0", 128));
        b = Namespaces.in(other, () -> new AfPacketPort(1, "b", memory, "e1", 128));
    }

    @AfterEach
    void close() throws Exception {
        a.close();
        b.close();
        b.close();
        namespaces.close();
        assertEquals(0, memory.chunksInUse());
    }

    private void receiveAtB(final int frames) {
        Await.until(
                frames + " frames",
                () -> {
                    a.flush();
                    b.receive(in, 32);
                    return in.frames.size() >= frames;
                });
    }

    @Test
    void shouldAnnounceFramesToPoll() throws Exception {
        try (PollSet frames = new PollSet(b.descriptors())) {
            assertFalse(frames.await(0));
            assertTrue(a.send(Frames.frame(1, 64), 0, 64));
            a.flush();
            assertTrue(frames.await(TimeUnit.SECONDS.toNanos(30)));
            assertEquals(1, b.receive(in, 8));
            frames.wake();
            assertFalse(frames.await(TimeUnit.HOURS.toNanos(1)), "woken by no frame");
            assertFalse(frames.await(0));
        }
    }

    @Test
    void shouldTakeAsManyFramesAsItHasRoomFor() {
        assertEquals(1000, Rooms.fill(a, 64, 1000));
        assertEquals(0, a.stats().txRingFull);
    }

    /** A queueing discipline that drops tells a packet socket so with ENOBUFS. */
    @Test
    void shouldHaveNoRoomWhileTheKernelAnswersEnobufs() throws Exception {
        Namespaces.run(
                ("tc -n " + host + " qdisc add dev e0 root tbf rate 8kbit burst 1600 limit 1600")
                        .split(" "));
        Await.until(
                "ENOBUFS",
                () -> {
                    a.send(Frames.frame(1, 1514), 0, 1514);
                    a.flush();
                    return a.room() == 0;
                });
        assertTrue(a.stats().txFrames > 0);
        Namespaces.run(("tc -n " + host + " qdisc del dev e0 root").split(" "));
        a.flush();
        assertTrue(a.room() > 0);
        assertEquals(100, Rooms.fill(a, 64, 100));
    }

    @Test
    void shouldCarryFramesOfEveryLengthInOrder() {
        for (int i = 0; i < 200; i++) {
            final UnsafeBuffer frame = Frames.frame(i, 60 + i * 7);
            assertTrue(a.send(frame, 0, frame.capacity()));
            if (i % 100 == 99) {
                receiveAtB(i + 1);
            }
        }
        for (int i = 0; i < 200; i++) {
            assertArrayEquals(Frames.frame(i, 60 + i * 7).byteArray(), in.frames.get(i));
        }
        assertEquals(200, a.stats().txFrames);
        assertEquals(200, b.stats().rxFrames);
        assertEquals(0, a.receive(in, 10), "must not see its own frames");
    }

    @Test
    void shouldSendSharedFramesAndCopies() {
        final UnsafeBuffer frame = Frames.frame(1, 300);
        assertTrue(b.send(frame, 0, 300));
        b.flush();
        Await.until(
                "a frame at a",
                () ->
                        a.receive(
                                        (index, offset, length, at) -> {
                                            a.sendShared(offset, length);
                                            a.sendCopy(
                                                    new Copy()
                                                            .header(frame, 54)
                                                            .tail(
                                                                    memory.buffer(),
                                                                    offset + 54,
                                                                    length - 54)
                                                            .icrcIndex(length - 58),
                                                    0,
                                                    0x04030201);
                                            memory.release(offset);
                                        },
                                        1)
                                == 1);
        receiveAtB(2);
        final byte[] copy = frame.byteArray().clone();
        assertArrayEquals(copy, in.frames.get(0));
        System.arraycopy(new byte[] {1, 2, 3, 4}, 0, copy, 296, 4);
        assertArrayEquals(copy, in.frames.get(1));
    }

    @Test
    void shouldCarryTheLongestFrameWithAndWithoutTag() {
        final UnsafeBuffer tagged = Frames.frame(1, 1518);
        tagged.putByte(12, (byte) 0x81);
        tagged.putByte(13, (byte) 0);
        tagged.putByte(14, (byte) 0);
        tagged.putByte(15, (byte) 100);
        assertEquals(1518, a.maxFrameLength());
        assertTrue(a.send(tagged, 0, 1518));
        assertTrue(a.send(Frames.frame(2, 1514), 0, 1514));
        receiveAtB(2);
        assertArrayEquals(tagged.byteArray(), in.frames.get(0));
        assertEquals(1514, in.frames.get(1).length);
        assertFalse(a.send(Frames.frame(3, 1519), 0, 1519));
        assertEquals(1, a.stats().txTooLong);
        assertTrue(a.send(Frames.frame(3, 1515), 0, 1515));
        Await.until("the kernel refuses", () -> a.flush() >= 0 && a.stats().txErrors == 1);
    }

    @Test
    void shouldCompleteTheChecksumThatALocalStackLeftOpen() throws Exception {
        Namespaces.run(("ip -n " + host + " addr add 10.7.0.1/24 dev e0").split(" "));
        Namespaces.run(
                ("ip -n " + host + " neigh add 10.7.0.2 lladdr 02:00:00:00:00:02 dev e0")
                        .split(" "));
        Namespaces.in(
                host,
                () -> {
                    try (DatagramSocket socket =
                            new DatagramSocket(new InetSocketAddress("10.7.0.1", 0))) {
                        socket.send(
                                new DatagramPacket(
                                        new byte[] {1, 2, 3},
                                        3,
                                        new InetSocketAddress("10.7.0.2", 9)));
                    }
                    return null;
                });
        Await.until(
                "a UDP frame",
                () -> {
                    b.receive(in, 8);
                    in.frames.removeIf(f -> f.length != 45 || f[23] != 17);
                    return in.frames.size() == 1;
                });
        final byte[] frame = in.frames.get(0);
        // UDP over its pseudo header: addresses, protocol, length, then the datagram.
        int sum = 17 + 11;
        for (int i = 26; i < 45; i++) {
            sum += i % 2 == 0 ? (frame[i] & 0xff) << 8 : frame[i] & 0xff;
        }
        assertEquals(0xffff, (sum & 0xffff) + (sum >>> 16));
    }

    @Test
    void shouldCountMergedSegmentsInsteadOfPassingThemOn() throws Exception {
        Namespaces.run(("ip -n " + host + " addr add 10.7.0.1/24 dev e0").split(" "));
        Namespaces.run(("ip -n " + other + " addr add 10.7.0.2/24 dev e1").split(" "));
        try (ServerSocketChannel server =
                        Namespaces.in(
                                other,
                                () ->
                                        ServerSocketChannel.open()
                                                .bind(new InetSocketAddress("10.7.0.2", 7777)));
                SocketChannel client = Namespaces.in(host, () -> SocketChannel.open())) {
            client.connect(new InetSocketAddress("10.7.0.2", 7777));
            client.configureBlocking(false);
            final ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
            Await.until(
                    "a segment larger than the MTU",
                    () -> {
                        bytes.clear();
                        try {
                            client.write(bytes);
                        } catch (final IOException ex) {
                            throw new UncheckedIOException(ex);
                        }
                        b.receive(in, 64);
                        return b.stats().rxInvalid > 0;
                    });
            in.frames.forEach(frame -> assertTrue(frame.length <= 1518, "length " + frame.length));
            assertTrue(server.isOpen());
        }
    }

    @Test
    void shouldCountWhatADownDeviceRefuses() throws Exception {
        Namespaces.run("ip", "-n", host, "link", "set", "e0", "down");
        final UnsafeBuffer frame = Frames.frame(1, 60);
        assertTrue(a.send(frame, 0, 60));
        Await.until("a down device refuses", () -> a.flush() >= 0 && a.stats().txErrors == 1);
        assertEquals(0, a.stats().txFrames);
    }

    @Test
    void shouldNameAMissingDeviceAndADownOne() throws Exception {
        final PortException missing =
                assertThrows(
                        PortException.class,
                        () ->
                                Namespaces.in(
                                        host,
                                        () -> new AfPacketPort(2, "p2", memory, "nope0", 128)));
        assertEquals(PortException.Kind.DEVICE, missing.kind());
        assertEquals(
                "port p2: no device nope0 in this network namespace; see ip link",
                missing.getMessage());
        Namespaces.run("ip", "-n", host, "link", "set", "e0", "down");
        final PortException down =
                assertThrows(
                        PortException.class,
                        () ->
                                Namespaces.in(
                                        host, () -> new AfPacketPort(2, "p2", memory, "e0", 8)));
        assertEquals("port p2: device e0 is down; ip link set e0 up", down.getMessage());
    }
}
