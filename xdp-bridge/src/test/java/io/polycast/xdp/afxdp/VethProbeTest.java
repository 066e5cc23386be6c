package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("root")
class VethProbeTest {
    private Namespaces namespaces;
    private String here;

    @BeforeEach
    void open() throws Exception {
        namespaces = new Namespaces();
        here = namespaces.add('a');
    }

    @AfterEach
    void close() throws Exception {
        namespaces.close();
    }

    @Test
    void shouldKnowAPortAndItsPeer() throws Exception {
        Namespaces.veth(here, "p0", here, "e0", 1900, 2);
        final DeviceFacts idle = Namespaces.in(here, () -> DeviceFacts.read("p0"));
        assertTrue(idle.state() == DeviceFacts.State.UP && idle.veth());
        assertEquals(1900, idle.mtu());
        assertEquals("veth", idle.driver().name());
        assertEquals(2, idle.driver().rxQueues());
        assertEquals("e0", idle.peerName());
        assertEquals(Optional.of("e0"), Namespaces.in(here, () -> DeviceFacts.vethPeer("p0")));
        assertEquals("ethtool -L p0 rx 4 tx 4", idle.queuesCommand(4));
        assertEquals("none", idle.xdp().mode());
        assertEquals(3, idle.xdp().features() & 3, "basic and redirect");
        final FrameMemory memory = new FrameMemory(4096, 2048, 16);
        final AfXdpSpec spec = new AfXdpSpec("p0", 2, 1024, XdpMode.AUTO);
        try (Port port = Namespaces.in(here, () -> spec.open(new PortId(0, "p0"), memory))) {
            final DeviceFacts held = Namespaces.in(here, () -> DeviceFacts.read(port.name()));
            assertEquals("native", held.xdp().mode());
            assertTrue(held.xdp().program() > 0);
        }
        assertEquals("none", Namespaces.in(here, () -> DeviceFacts.read("p0")).xdp().mode());
    }

    @Test
    void shouldWarnOfAPeersOffloadsUntilTheyAreOff() throws Exception {
        Namespaces.veth(here, "p0", here, "e0", 1500);
        final List<String> warnings =
                Namespaces.in(here, () -> DeviceFacts.read("p0").portWarnings());
        assertEquals(3, warnings.size(), warnings::toString);
        assertTrue(warnings.get(0).endsWith("ethtool -K e0 tx off"), warnings.get(0));
        Namespaces.run(
                ("ip netns exec " + here + " ethtool -K e0 tx off tso off gso off txvlan off")
                        .split(" "));
        assertEquals(List.of(), Namespaces.in(here, () -> DeviceFacts.read("p0").portWarnings()));
    }

    @Test
    void shouldSayThatAPeerIsOutOfSight() throws Exception {
        final String there = namespaces.add('b');
        Namespaces.veth(here, "p0", there, "p0", 1500);
        final DeviceFacts facts = Namespaces.in(here, () -> DeviceFacts.read("p0"));
        assertEquals("", facts.peerName());
        assertEquals(
                Optional.of("PEER_OF_p0"), Namespaces.in(here, () -> DeviceFacts.vethPeer("p0")));
        assertEquals(Optional.empty(), Namespaces.in(here, () -> DeviceFacts.vethPeer("lo")));
        assertTrue(facts.veth());
        assertFalse(facts.portWarnings().isEmpty());
    }
}
