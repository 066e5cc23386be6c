package io.polycast.cli.doctor;

import io.polycast.xdp.dpdk.DpdkFacts;
import io.polycast.xdp.dpdk.DpdkSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks of DPDK and one of its devices against the configuration. */
final class DpdkChecks {
    /** Drivers that leave a device to user space. */
    private static final Set<String> USER_SPACE = Set.of("vfio-pci", "uio_pci_generic", "igb_uio");

    /** Drivers that share a device with DPDK. */
    private static final Set<String> SHARED = Set.of("mlx4_core", "mlx5_core", "mana");

    private DpdkChecks() {}

    static List<Finding> run(final String port, final DpdkSpec dpdk, final DpdkFacts facts) {
        final String check = "port " + port + " (" + dpdk.devargs() + ")";
        if (!facts.trouble().isEmpty()) {
            final int remedy = facts.trouble().lastIndexOf("; ");
            return List.of(
                    Finding.fail(
                            check,
                            facts.trouble().substring(0, remedy),
                            facts.trouble().substring(remedy + 2)));
        }
        final List<Finding> findings = new ArrayList<>();
        findings.add(
                facts.missingPackages().isEmpty()
                        ? Finding.ok(check, facts.version())
                        : Finding.fail(
                                check,
                                facts.version() + " lacks drivers",
                                "apt-get install " + String.join(" ", facts.missingPackages())));
        if (!facts.pciAddress().isEmpty()) {
            findings.add(pci(check + ": device", facts));
        }
        if (!dpdk.eal().contains("--no-huge")) {
            findings.add(hugePages(check + ": memory", facts.freeHugeBytes()));
        }
        return findings;
    }

    private static Finding pci(final String check, final DpdkFacts facts) {
        if (!facts.pciPresent()) {
            return Finding.fail(
                    check, "there is no such PCI device", "dpdk-devbind.py -s shows the devices");
        }
        final String driver = facts.kernelDriver();
        if (USER_SPACE.contains(driver) || SHARED.contains(driver)) {
            return Finding.ok(check, "bound to " + driver);
        }
        return Finding.fail(
                check,
                driver.isEmpty() ? "bound to no driver" : "the kernel has it, driver " + driver,
                "dpdk-devbind.py -b vfio-pci " + facts.pciAddress());
    }

    private static Finding hugePages(final String check, final long bytes) {
        return bytes > 0
                ? Finding.ok(check, bytes + " bytes of free huge pages")
                : Finding.fail(
                        check,
                        "no free huge pages",
                        "sysctl -w vm.nr_hugepages=512, or write --no-huge in dpdk.eal");
    }
}
