package io.polycast.xdp.dpdk;

import io.polycast.xdp.port.PortException;
import io.polycast.xdp.sys.Sys;
import java.lang.ref.Reference;
import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;

/** Finds the DPDK port for the words of a configuration. */
public final class DeviceProbe {
    private static final Pattern VIRTUAL =
            Pattern.compile("(?:vdev:)?(net_[a-z_]*[a-z])[0-9_]*(?:,.*)?");
    private static final String SHORT_PCI = "[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7]";

    private DeviceProbe() {}

    /**
     * @param devargs of a device
     * @return its name, as DPDK calls it: without bus and arguments, a PCI address in full
     */
    public static String name(final String devargs) {
        final String device = devargs.split(",", 2)[0].replaceFirst("^(pci|vdev):", "");
        return device.matches(SHORT_PCI) ? "0000:" + device : device;
    }

    /**
     * @param devargs of a virtual device
     * @return its poll-mode driver, such as net_ring; empty for other devices
     */
    public static Optional<String> virtualDriver(final String devargs) {
        final Matcher matcher = VIRTUAL.matcher(devargs);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * @param driver such as net_ring
     * @return Debian's package of it: each driver has its own
     */
    public static String packageOf(final String driver) {
        return "librte-" + driver.replace('_', '-') + (endsInDigit(driver) ? "-" : "") + "23";
    }

    private static boolean endsInDigit(final String driver) {
        return Character.isDigit(driver.charAt(driver.length() - 1));
    }

    /**
     * @param port name of the port, for messages
     * @param natives libraries, with EAL started
     * @param devargs of the device
     * @return id of its first port
     * @throws PortException when it has none
     */
    static int portOf(final String port, final Natives natives, final String devargs)
            throws PortException {
        final LibDpdk functions = natives.functions();
        final int present = byName(functions, name(devargs));
        if (present >= 0) {
            return present;
        }
        final BitSet before = ports(functions);
        final UnsafeBuffer text = Sys.cString(devargs);
        final int result = functions.rte_dev_probe(text.addressOffset());
        Reference.reachabilityFence(text);
        if (result < 0) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": DPDK finds no device "
                            + devargs
                            + ": "
                            + natives.errorText(result)
                            + "; "
                            + remedy(devargs));
        }
        // Some drivers name the port after an argument instead of the device.
        final BitSet added = ports(functions);
        added.andNot(before);
        if (added.isEmpty()) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + port
                            + ": DPDK device "
                            + devargs
                            + " is no Ethernet port; see its lines above");
        }
        return added.nextSetBit(0);
    }

    private static String remedy(final String devargs) {
        if (EalArguments.isPci(devargs)) {
            return "bind it to a driver for user space: dpdk-devbind.py -b vfio-pci "
                    + name(devargs);
        }
        return virtualDriver(devargs)
                .map(
                        driver ->
                                "its lines above say why; the driver is in package "
                                        + packageOf(driver))
                .orElse(
                        "write a PCI address, or a virtual device such as"
                                + " net_af_packet0,iface=eth0");
    }

    private static int byName(final LibDpdk functions, final String name) {
        final UnsafeBuffer text = Sys.cString(name);
        final UnsafeBuffer id = Sys.allocate(Long.BYTES);
        final int result =
                functions.rte_eth_dev_get_port_by_name(text.addressOffset(), id.addressOffset());
        Reference.reachabilityFence(text);
        return result < 0 ? -1 : id.getShort(0) & 0xffff;
    }

    private static BitSet ports(final LibDpdk functions) {
        final BitSet ports = new BitSet(Abi.NO_PORT);
        int port = functions.rte_eth_find_next(0) & 0xffff;
        while (port < Abi.NO_PORT) {
            ports.set(port);
            port = functions.rte_eth_find_next(port + 1) & 0xffff;
        }
        return ports;
    }
}
