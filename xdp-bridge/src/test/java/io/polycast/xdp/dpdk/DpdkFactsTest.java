package io.polycast.xdp.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DpdkFactsTest {
    @Test
    void shouldNotFindAPciDeviceThatIsNotThere() {
        final DpdkFacts facts = DpdkFacts.read("pci:ffff:ff:1f.7,a=b");
        assertEquals("ffff:ff:1f.7", facts.pciAddress());
        assertFalse(facts.pciPresent());
        assertEquals("", facts.kernelDriver());
    }

    @Test
    void shouldNameThePackageOfADriverThatIsNotInstalled() {
        Dpdk.assume();
        final DpdkFacts facts = DpdkFacts.read("net_nosuch0");
        assertTrue(facts.version().startsWith("DPDK 22.11."), facts.version());
        assertEquals(List.of("librte-net-nosuch23"), facts.missingPackages());
        assertEquals(List.of(), DpdkFacts.read("net_ring0").missingPackages());
    }
}
