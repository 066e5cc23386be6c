package io.polycast.xdp.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NativesTest {
    @Test
    void shouldNameTheMissingLibraryAndThePackagesThatBringIt() {
        final String line = Natives.missing(List.of("libno_such")).orElseThrow();
        assertTrue(line.startsWith("DPDK 22.11 is not installed: no libno_such.so.23;"), line);
        assertTrue(line.contains("apt-get install dpdk "), line);
    }

    @Test
    void shouldRefuseReleasesWhoseLayoutsItDoesNotKnow() {
        assertEquals(Optional.empty(), Natives.unknown("DPDK 22.11.11"));
        for (final String other : List.of("DPDK 23.03.0", "DPDK 22.07.1", "DPDK 21.11.2")) {
            assertTrue(Natives.unknown(other).orElseThrow().contains(other), other);
        }
    }
}
