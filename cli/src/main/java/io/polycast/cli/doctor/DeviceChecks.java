package io.polycast.cli.doctor;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.PortConfig.Driver;
import io.polycast.xdp.probe.DeviceFacts;
import java.util.ArrayList;
import java.util.List;

/** The device of one port, against what the configuration asks of it. */
final class DeviceChecks {
    /** IP payloads of RoCEv2 packets, largest first. */
    private static final int[] PATH_MTUS = {4096, 2048, 1024, 512, 256};

    /** What may stand around the payload behind the Ethernet header: IPv6 40, UDP 8, BTH 12, RETH 16, ICRC 4. */
    private static final int HEADERS = 80;

    /** Ethernet header and one VLAN tag. */
    private static final int ETHERNET = 18;

    /** Bytes of each chunk that the kernel keeps in front of a received frame. */
    private static final int XDP_HEADROOM = 256;

    /** Most that veth takes with an XDP program that sees whole frames only (kernel 6.18). */
    private static final int VETH_XDP_MTU = 3506;

    private DeviceChecks() {}

    static List<Finding> run(final PortConfig port, final DeviceFacts device, final int chunkSize) {
        final String check = "port " + port.name() + " (" + device.name() + ")";
        if (!device.exists()) {
            return List.of(
                    Finding.fail(
                            check,
                            "there is no such device here",
                            "ip link shows the devices of this network namespace"));
        }
        final List<Finding> findings = new ArrayList<>();
        findings.add(
                device.up()
                        ? Finding.ok(check, "up, driver " + driver(device))
                        : Finding.fail(check, "down", "ip link set " + device.name() + " up"));
        findings.add(mtu(check + ": MTU", port, device, chunkSize));
        if (port.driver() == Driver.AF_XDP) {
            findings.add(queues(check + ": queues", port, device));
        }
        findings.addAll(offloads(check + ": offloads", port, device));
        return findings;
    }

    /**
     * @param bytes that a frame may have behind its Ethernet header
     * @return largest RoCE path MTU that fits, or 0
     */
    static int largestPathMtu(final int bytes) {
        for (final int pathMtu : PATH_MTUS) {
            if (pathMtu + HEADERS <= bytes) {
                return pathMtu;
            }
        }
        return 0;
    }

    private static Finding mtu(
            final String check,
            final PortConfig port,
            final DeviceFacts device,
            final int chunkSize) {
        final int carried = largestPathMtu(device.mtu());
        final String found = device.mtu() + ", carries path MTU " + carried;
        if (carried == 0) {
            return Finding.fail(
                    check,
                    device.mtu() + " carries no RoCE path MTU",
                    "ip link set " + device.name() + " mtu 1500");
        }
        if (port.driver() != Driver.AF_XDP) {
            return Finding.ok(check, found);
        }
        if (device.veth() && device.mtu() > VETH_XDP_MTU) {
            return Finding.fail(
                    check,
                    device.mtu() + " > " + VETH_XDP_MTU + ", which veth allows with XDP",
                    "ip link set " + device.name() + " mtu " + VETH_XDP_MTU + ", at both ends");
        }
        final int fits = chunkSize - XDP_HEADROOM - ETHERNET;
        return device.mtu() > fits
                ? Finding.warn(
                        check,
                        found + ", but a chunk of " + chunkSize + " bytes holds " + fits,
                        "keep the hosts' path MTU at " + largestPathMtu(fits) + " or below")
                : Finding.ok(check, found);
    }

    private static Finding queues(
            final String check, final PortConfig port, final DeviceFacts device) {
        if (port.queues() > device.rxQueues()) {
            return Finding.fail(
                    check,
                    "queues: " + port.queues() + " > " + device.rxQueues() + " of the device",
                    "lower it, or ethtool -L " + device.name() + " combined " + port.queues());
        }
        if (port.queues() < device.rxQueues()) {
            return Finding.warn(
                    check,
                    "queues: "
                            + port.queues()
                            + " < "
                            + device.rxQueues()
                            + " of the device: frames on the others are not seen",
                    "raise it, or ethtool -L " + device.name() + " combined " + port.queues());
        }
        return Finding.ok(check, String.valueOf(port.queues()));
    }

    private static List<Finding> offloads(
            final String check, final PortConfig port, final DeviceFacts device) {
        final List<Finding> findings = new ArrayList<>();
        if (port.driver() == Driver.AF_XDP) {
            for (final String warning : device.portWarnings()) {
                final int remedy = warning.lastIndexOf("; ");
                findings.add(
                        Finding.warn(
                                check,
                                warning.substring(0, Math.max(0, remedy)),
                                warning.substring(remedy + 2)));
            }
            if (device.xdpProgram() != 0) {
                findings.add(
                        Finding.warn(
                                check,
                                "XDP program "
                                        + device.xdpProgram()
                                        + " is attached ("
                                        + device.xdpMode()
                                        + ")",
                                "unless it is this switch's own: ip link set "
                                        + device.name()
                                        + " xdp off"));
            }
        } else if (device.gro()) {
            findings.add(
                    Finding.warn(
                            check,
                            "GRO merges received TCP segments beyond the MTU",
                            "ethtool -K " + device.name() + " gro off"));
        }
        return findings.isEmpty() ? List.of(Finding.ok(check, "nothing in the way")) : findings;
    }

    private static String driver(final DeviceFacts device) {
        return device.driver().isEmpty() ? "unknown" : device.driver();
    }
}
