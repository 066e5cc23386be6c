package io.polycast.xdp.dpdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.afpacket.AfPacketPort;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DPDK's driver of packet sockets on one end of a veth pair, ours on the other. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DpdkVethTest {
    private final FrameMemory memory = new FrameMemory(4096, 256, 256);
    private final Frames.Collector in = new Frames.Collector(memory);
    private Namespaces namespaces;
    private String host;
    private AfPacketPort socket;
    private DpdkPort port;

    @BeforeAll
    static void needDpdk() {
        Dpdk.assume();
    }

    @BeforeEach
    void open() throws Exception {
        namespaces = new Namespaces();
        host = namespaces.add('a');
        final String other = namespaces.add('b');
        Namespaces.veth(host, "e0", other, "e1", 1500);
        socket = Namespaces.in(other, () -> new AfPacketPort(0, "s", memory, "e1", 256));
        port = Namespaces.in(host, () -> Dpdk.open(1, memory, "net_af_packet0,iface=e0"));
    }

    @AfterEach
    void close() throws Exception {
        port.close();
        socket.close();
        namespaces.close();
        assertEquals(0, memory.chunksInUse());
    }

    private static int length(final int frame) {
        return 60 + frame * 7;
    }

    @Test
    void shouldReceiveFramesOfEveryLengthInOrder() {
        for (int i = 0; i < 200; i++) {
            final UnsafeBuffer frame = Frames.frame(i, length(i));
            assertTrue(socket.send(frame, 0, frame.capacity()));
        }
        Await.until(
                "200 frames",
                () -> {
                    socket.flush();
                    port.receive(in, 64);
                    return in.frames.size() == 200;
                });
        for (int i = 0; i < 200; i++) {
            assertArrayEquals(Frames.frame(i, length(i)).byteArray(), in.frames.get(i));
        }
    }

    @Test
    void shouldSendFramesOfEveryLengthInOrder() {
        for (int i = 0; i < 200; i++) {
            final UnsafeBuffer frame = Frames.frame(i, length(i));
            assertTrue(port.send(frame, 0, frame.capacity()));
        }
        Await.until(
                "200 frames",
                () -> {
                    port.flush();
                    socket.receive(in, 64);
                    return in.frames.size() == 200;
                });
        for (int i = 0; i < 200; i++) {
            assertArrayEquals(Frames.frame(i, length(i)).byteArray(), in.frames.get(i));
        }
        assertEquals(200, port.stats().txFrames);
        assertEquals(0, port.receive(in, 64), "must not see its own frames");
    }

    @Test
    void shouldReceiveAFrameForAnotherMacWithItsVlanTag() {
        final UnsafeBuffer tagged = Frames.frame(1, 1518);
        tagged.putByte(12, (byte) 0x81);
        tagged.putByte(13, (byte) 0);
        tagged.putByte(14, (byte) 0);
        tagged.putByte(15, (byte) 100);
        assertEquals(1518, port.maxFrameLength());
        assertTrue(socket.send(tagged, 0, 1518));
        socket.flush();
        Await.until("the frame", () -> port.receive(in, 64) == 1);
        assertArrayEquals(tagged.byteArray(), in.frames.get(0));
        assertFalse(port.send(Frames.frame(2, 1519), 0, 1519));
        assertEquals(1, port.stats().txTooLong);
    }

    @Test
    void shouldSayWhatADeviceCarriesWhenItsMtuIsTooSmall() {
        port.close();
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () ->
                                Namespaces.in(
                                        host,
                                        () ->
                                                Dpdk.open(
                                                        1,
                                                        memory,
                                                        "net_af_packet0,iface=e0",
                                                        4200)));
        assertTrue(refused.getMessage().contains("MTU 4204 (at most 1500)"), refused.getMessage());
    }

    @Test
    void shouldSayWhichPackageHasTheDriverWhenTheLinkIsNotThere() {
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () ->
                                Namespaces.in(
                                        host,
                                        () -> Dpdk.open(2, memory, "net_af_packet2,iface=none")));
        assertEquals(PortException.Kind.DEVICE, refused.kind());
        assertTrue(refused.getMessage().contains("librte-net-af-packet23"), refused.getMessage());
    }
}
