package io.polycast.cli.doctor;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.afxdp.AfXdpLimits;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.DeviceFacts;
import io.polycast.xdp.afxdp.DeviceFacts.State;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.sys.DeviceLock;
import java.util.ArrayList;
import java.util.List;

/** Checks of one port's device against the configuration. */
final class DeviceChecks {
    /** IP payloads of RoCEv2 packets, largest first. */
    private static final int[] PATH_MTUS = {4096, 2048, 1024, 512, 256};

    /**
     * Bytes around the payload behind the Ethernet header, at most: IPv6 40, UDP 8, BTH 12, RETH
     * 16, ICRC 4.
     */
    private static final int HEADERS = 80;

    /** NETDEV_XDP_ACT_NDO_XMIT: takes frames from another device's program. */
    private static final long TAKES_REDIRECTED = 4;

    private DeviceChecks() {}

    /**
     * Effect of a device on the kernel datapath.
     *
     * @param port of driver af_xdp
     * @param device of it
     * @return one finding
     */
    static Finding kernelDatapath(final PortConfig port, final DeviceFacts device) {
        final String check = "port " + port.name() + " (" + device.name() + "): kernel datapath";
        if (port.spec() instanceof AfXdpSpec spec && spec.mode() == XdpMode.GENERIC) {
            return Finding.warn(
                    check,
                    "mode generic cannot serve: groups over this port stay in user space",
                    "mode: auto, or datapath: user to say that it is meant");
        }
        if (device.xdp().features() >= 0 && (device.xdp().features() & TAKES_REDIRECTED) == 0) {
            return Finding.warn(
                    check,
                    "the device takes no frames from another device's program: groups over this"
                            + " port stay in user space",
                    device.veth()
                            ? "at the veth's other end: ethtool -K "
                                    + (device.peerName().isEmpty() ? "PEER" : device.peerName())
                                    + " gro on"
                            : "a driver with ndo_xdp_xmit, or datapath: user");
        }
        return Finding.ok(check, "the device takes the kernel's copies");
    }

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
        if (device.servedBy() != DeviceLock.NOBODY) {
            findings.add(served(check, device));
        }
        findings.add(
                device.state() == State.UP
                        ? Finding.ok(check, "up, driver " + driver(device))
                        : Finding.fail(check, "down", "ip link set " + device.name() + " up"));
        findings.add(mtu(check + ": MTU", port, device, chunkSize));
        if (port.spec() instanceof AfXdpSpec spec) {
            findings.add(queues(check + ": queues", spec, device));
        }
        findings.addAll(offloads(check + ": offloads", port, device));
        return findings;
    }

    /** Its program is not in the way: to take it off would stop that switch. */
    private static Finding served(final String check, final DeviceFacts device) {
        return device.servedBy() == DeviceLock.UNKNOWN
                ? Finding.fail(
                        check,
                        "in use by a switch whose process is not seen from here",
                        "end that one, or run --replace takes over from it")
                : Finding.fail(
                        check,
                        "in use by process " + device.servedBy() + " (a switch that serves)",
                        "kill " + device.servedBy() + " ends it, run --replace takes over from it");
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
        if (!port.isAfXdp()) {
            return Finding.ok(check, found);
        }
        final int most = AfXdpLimits.maxMtu(chunkSize);
        return device.mtu() > most
                ? Finding.fail(
                        check,
                        device.mtu()
                                + " > "
                                + most
                                + ", which a chunk of "
                                + chunkSize
                                + " bytes holds",
                        "ip link set "
                                + device.name()
                                + " mtu "
                                + most
                                + ", which carries path MTU "
                                + largestPathMtu(most))
                : Finding.ok(check, found);
    }

    /**
     * Whether a port carries the {@code mtu} that its entry demands.
     *
     * @param port with such a demand
     * @param device of it, or null
     * @param chunkSize of the frame memory
     * @return one finding, as the start of the switch would have it
     */
    static Finding demandedMtu(
            final PortConfig port, final DeviceFacts device, final int chunkSize) {
        final String check = "port " + port.name() + ": mtu";
        final int maxFrameLength =
                port.spec().longestFrame(chunkSize, device == null ? 0 : device.mtu());
        return port.unmetMtu(maxFrameLength)
                .map(
                        unmet -> {
                            final int remedy = unmet.lastIndexOf("; ");
                            return Finding.fail(
                                    check, unmet.substring(0, remedy), unmet.substring(remedy + 2));
                        })
                .orElseGet(
                        () ->
                                Finding.ok(
                                        check,
                                        port.mtu()
                                                + " of "
                                                + PortConfig.carries(maxFrameLength)
                                                + " that it carries"));
    }

    private static Finding queues(
            final String check, final AfXdpSpec spec, final DeviceFacts device) {
        if (spec.queues() == AfXdpSpec.ALL_QUEUES || spec.queues() == device.driver().rxQueues()) {
            return Finding.ok(check, "all " + device.driver().rxQueues());
        }
        return Finding.fail(
                check,
                "queues: " + spec.queues() + ", but the device has " + device.driver().rxQueues(),
                "leave the key out, or " + device.queuesCommand(spec.queues()));
    }

    /**
     * Whether each of several fused shards finds a queue of its own.
     *
     * @param port of driver af_xdp
     * @param device of it
     * @param shards that each want a queue
     * @return one finding
     */
    static Finding shards(final PortConfig port, final DeviceFacts device, final int shards) {
        final String check = "port " + port.name() + " (" + device.name() + "): shards";
        return device.driver().rxQueues() >= shards
                ? Finding.ok(check, shards + " shards, " + device.driver().rxQueues() + " queues")
                : Finding.fail(
                        check,
                        shards
                                + " fused shards, but "
                                + device.driver().rxQueues()
                                + " receive queues",
                        device.queuesCommand(shards));
    }

    private static List<Finding> offloads(
            final String check, final PortConfig port, final DeviceFacts device) {
        final List<Finding> findings = new ArrayList<>();
        if (port.isAfXdp()) {
            for (final String warning : device.portWarnings()) {
                final int remedy = warning.lastIndexOf("; ");
                findings.add(
                        Finding.warn(
                                check,
                                warning.substring(0, Math.max(0, remedy)),
                                warning.substring(remedy + 2)));
            }
            if (device.xdp().program() != 0 && device.servedBy() == DeviceLock.NOBODY) {
                findings.add(
                        Finding.warn(
                                check,
                                "XDP program "
                                        + device.xdp().program()
                                        + " is attached ("
                                        + device.xdp().mode()
                                        + ")",
                                "no switch serves here; a start takes over its own, else: ip link"
                                        + " set "
                                        + device.name()
                                        + " xdp off"));
            }
        } else if (device.driver().gro()) {
            findings.add(
                    Finding.warn(
                            check,
                            "GRO merges received TCP segments beyond the MTU",
                            "ethtool -K " + device.name() + " gro off"));
        }
        return findings.isEmpty() ? List.of(Finding.ok(check, "nothing in the way")) : findings;
    }

    private static String driver(final DeviceFacts device) {
        return device.driver().name().isEmpty() ? "unknown" : device.driver().name();
    }
}
