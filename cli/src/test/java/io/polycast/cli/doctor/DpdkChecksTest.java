package io.polycast.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.dpdk.DpdkFacts;
import io.polycast.xdp.dpdk.DpdkSpec;
import io.polycast.xdp.port.PortSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class DpdkChecksTest {
    private static final String PCI = "0000:03:00.0";

    private static DpdkSpec port(final String devargs, final String... eal) {
        return new DpdkSpec(devargs, PortSpec.DEFAULT_RING_SIZE, 0, List.of(eal));
    }

    private static DpdkFacts device(final boolean present, final String driver) {
        return new DpdkFacts("", "DPDK 22.11.11", List.of(), PCI, present, driver, 0);
    }

    private static Finding last(final DpdkSpec port, final DpdkFacts facts) {
        final List<Finding> findings = DpdkChecks.run("p0", port, facts);
        return findings.get(findings.size() - 1);
    }

    @Test
    void shouldSayNothingButThatDpdkIsMissingWhenItIs() {
        final List<Finding> findings =
                DpdkChecks.run(
                        "p0",
                        port("net_ring0"),
                        new DpdkFacts(
                                "not installed; apt-get install dpdk",
                                "",
                                List.of(),
                                "",
                                false,
                                "",
                                0));
        assertEquals(
                List.of(
                        Finding.fail(
                                "port p0 (net_ring0)", "not installed", "apt-get install dpdk")),
                findings);
    }

    @Test
    void shouldNameThePackagesOfMissingDrivers() {
        final Finding finding =
                last(
                        port("net_ring0", "--no-huge"),
                        new DpdkFacts(
                                "",
                                "DPDK 22.11.11",
                                List.of("librte-mempool-ring23", "librte-net-ring23"),
                                "",
                                false,
                                "",
                                0));
        assertEquals(Finding.Status.FAIL, finding.status());
        assertEquals("apt-get install librte-mempool-ring23 librte-net-ring23", finding.remedy());
    }

    @Test
    void shouldTellHowToBindADeviceThatTheKernelHas() {
        final DpdkSpec port = port(PCI, "--no-huge");
        assertEquals(
                "dpdk-devbind.py -b vfio-pci " + PCI, last(port, device(true, "ixgbe")).remedy());
        assertEquals("dpdk-devbind.py -b vfio-pci " + PCI, last(port, device(true, "")).remedy());
        assertEquals(Finding.Status.FAIL, last(port, device(false, "")).status());
        for (final String driver : List.of("vfio-pci", "mlx5_core")) {
            assertEquals(Finding.Status.OK, last(port, device(true, driver)).status(), driver);
        }
    }

    @Test
    void shouldAskForHugePagesUnlessTheConfigurationDoesWithout() {
        final DpdkFacts none = new DpdkFacts("", "DPDK 22.11.11", List.of(), "", false, "", 0);
        assertEquals(Finding.Status.FAIL, last(port("net_ring0", "-m", "64"), none).status());
        assertTrue(last(port("net_ring0"), none).remedy().contains("nr_hugepages"));
        assertEquals(Finding.Status.OK, last(port("net_ring0", "--no-huge"), none).status());
        final DpdkFacts some =
                new DpdkFacts("", "DPDK 22.11.11", List.of(), "", false, "", 2 << 20);
        assertEquals(Finding.Status.OK, last(port("net_ring0"), some).status());
    }
}
