package io.polycast.xdp.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.open.Ports;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortSpecTest {
    private final FrameMemory memory = new FrameMemory(2048, 16, 4);

    @Test
    void shouldOpenTheDriverThatIsNamed() throws Exception {
        try (Port port = Ports.open(PortSpec.memory(5, "p5", 8), memory)) {
            assertInstanceOf(MemoryPort.class, port);
            assertEquals(5, port.index());
            assertEquals("p5", port.name());
        }
        assertEquals(0, memory.chunksInUse());
    }

    @Test
    void shouldSayWhatADriverMisses() {
        assertRefused(
                "port p1: driver datagram needs local", PortSpec.datagram(1, "p1", null, null));
        assertRefused("port p1: driver af_packet needs device", PortSpec.afPacket(1, "p1", null));
        assertRefused(
                "port p1: driver af_xdp needs device",
                PortSpec.afXdp(1, "p1", null, 1, PortSpec.XdpMode.AUTO));
    }

    private void assertRefused(final String message, final PortSpec spec) {
        final PortException refused =
                assertThrows(PortException.class, () -> Ports.open(spec, memory));
        assertEquals(message, refused.getMessage());
        assertEquals(PortException.Kind.USAGE, refused.kind());
    }

    @Test
    void shouldMakeMemoryForAllRingsAtOnce() {
        final FrameMemory made =
                Ports.memory(
                        List.of(
                                PortSpec.memory(0, "a", 8),
                                PortSpec.afXdp(1, "b", "d", 2, PortSpec.XdpMode.AUTO),
                                PortSpec.pcap(2, "c", null, null)),
                        4096,
                        100);
        assertEquals(100 + 8 + 2 * (1024 + 64) + 1, made.rxChunks());
        assertEquals(8 + 1024, made.txChunks());
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> PortSpec.memory(64, "p", 8));
        assertThrows(IllegalArgumentException.class, () -> PortSpec.memory(1, "p", 9));
        assertThrows(
                IllegalArgumentException.class,
                () -> PortSpec.afXdp(1, "p", "d", -1, PortSpec.XdpMode.AUTO));
    }
}
