package io.polycast.xdp.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.xdp.afpacket.AfPacketSpec;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.datagram.DatagramSpec;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.memory.MemorySpec;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.pcapfile.PcapSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortSpecTest {
    private final FrameMemory memory = new FrameMemory(2048, 16, 4);

    @Test
    void shouldOpenTheDriverThatIsNamed() throws Exception {
        try (Port port = new MemorySpec(8).open(new PortId(5, "p5"), memory)) {
            assertInstanceOf(MemoryPort.class, port);
            assertEquals(5, port.index());
            assertEquals("p5", port.name());
        }
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldSayWhatADriverMisses() {
        assertRefused("port p1: driver datagram needs local", new DatagramSpec(null, null));
        assertRefused("port p1: driver af_packet needs device", new AfPacketSpec(null));
        assertRefused(
                "port p1: driver af_xdp needs device", new AfXdpSpec(null, 1, 1024, XdpMode.AUTO));
    }

    private void assertRefused(final String message, final PortSpec spec) {
        final PortException refused =
                assertThrows(PortException.class, () -> spec.open(new PortId(1, "p1"), memory));
        assertEquals(message, refused.getMessage());
        assertEquals(PortException.Kind.USAGE, refused.kind());
    }

    @Test
    void shouldRefuseSeveralShardsWhereThereAreNoQueues() {
        final PortException refused =
                assertThrows(
                        PortException.class,
                        () ->
                                new PcapSpec(null, null)
                                        .openAll(new PortId(1, "p1"), List.of(memory, memory)));
        assertEquals(
                "port p1: driver pcap has no queues for several fused shards; write shards: 1, or"
                        + " threading: staged",
                refused.getMessage());
    }

    @Test
    void shouldMakeMemoryForAllRingsAtOnce() {
        final FrameMemory made =
                Ports.memory(
                        List.of(
                                new MemorySpec(8),
                                new AfXdpSpec("d", 2, 1024, XdpMode.AUTO),
                                new PcapSpec(null, null)),
                        4096,
                        100);
        assertEquals(100 + 8 + 2 * (1024 + 64) + 1, made.rxChunks());
        assertEquals(8 + 1024, made.txChunks());
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> new PortId(64, "p"));
        assertThrows(IllegalArgumentException.class, () -> new MemorySpec(9));
        assertThrows(
                IllegalArgumentException.class, () -> new AfXdpSpec("d", -1, 1024, XdpMode.AUTO));
    }
}
