package io.polycast.xdp.dpdk;

import com.kenai.jffi.Library;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Facts of this host for a port of driver dpdk; DPDK is not started for it.
 *
 * @param trouble why the libraries cannot be used, with the remedy after a semicolon; "" when they
 *     can
 * @param version of the libraries, "" when they cannot be used
 * @param missingPackages Debian's packages of the drivers that are not there
 * @param pciAddress of the device, "" when it is virtual
 * @param pciPresent whether there is such a device
 * @param kernelDriver that it is bound to, "" for none
 * @param freeHugeBytes in free huge pages
 */
public record DpdkFacts(
        String trouble,
        String version,
        List<String> missingPackages,
        String pciAddress,
        boolean pciPresent,
        String kernelDriver,
        long freeHugeBytes) {
    private static final Path PCI_DEVICES = Path.of("/sys/bus/pci/devices");
    private static final String POOL_DRIVER = "mempool_ring";
    private static final long KIB = 1024;

    /**
     * Asks now.
     *
     * @param devargs of the port
     * @return facts
     */
    public static DpdkFacts read(final String devargs) {
        final Optional<String> trouble = Natives.trouble();
        final boolean isPci = EalArguments.isPci(devargs);
        final String address = isPci ? DeviceProbe.name(devargs) : "";
        final Path pci = PCI_DEVICES.resolve(address);
        return new DpdkFacts(
                trouble.orElse(""),
                trouble.isPresent() ? "" : Natives.installedVersion(),
                trouble.isPresent() ? List.of() : missing(devargs),
                address,
                isPci && Files.exists(pci),
                isPci ? kernelDriver(pci) : "",
                freeHuge());
    }

    private static List<String> missing(final String devargs) {
        return Stream.concat(Stream.of(POOL_DRIVER), DeviceProbe.virtualDriver(devargs).stream())
                .filter(driver -> !isInstalled(driver))
                .map(DeviceProbe::packageOf)
                .toList();
    }

    private static boolean isInstalled(final String driver) {
        return Library.getCachedInstance(
                        Natives.library("librte_" + driver), Library.LAZY | Library.LOCAL)
                != null;
    }

    private static String kernelDriver(final Path pci) {
        final Path driver = pci.resolve("driver");
        try {
            return Files.exists(driver) ? driver.toRealPath().getFileName().toString() : "";
        } catch (final IOException ex) {
            throw new UncheckedIOException("cannot read " + driver, ex);
        }
    }

    private static long freeHuge() {
        long pages = 0;
        long size = 0;
        try {
            for (final String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
                if (line.startsWith("HugePages_Free:")) {
                    pages = number(line);
                } else if (line.startsWith("Hugepagesize:")) {
                    size = number(line) * KIB;
                }
            }
        } catch (final IOException ex) {
            throw new UncheckedIOException("cannot read /proc/meminfo", ex);
        }
        return pages * size;
    }

    private static long number(final String line) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
    }
}
