package io.polycast.xdp.sys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.sys.HostFacts.Capability;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostFactsTest {
    @Test
    void shouldReadTheCapabilitySet() {
        final long mask =
                HostFacts.effective(List.of("Name:\tx", "CapEff:\t0000008000003000", "CapBnd:\t0"));
        final HostFacts facts = new HostFacts("6.18", mask, -1, true, 0, 2);
        assertTrue(facts.has(Capability.NET_ADMIN));
        assertTrue(facts.has(Capability.NET_RAW));
        assertTrue(facts.has(Capability.BPF));
        assertFalse(facts.has(Capability.SYS_ADMIN));
        assertEquals("CAP_BPF", Capability.BPF.text());
    }

    @Test
    void shouldKnowThisHost() {
        final HostFacts facts = HostFacts.read();
        assertEquals(System.getProperty("os.version"), facts.kernelRelease());
        assertTrue(facts.memlockBytes() >= -1);
        assertTrue(facts.receiveBufferMax() > 0);
    }
}
