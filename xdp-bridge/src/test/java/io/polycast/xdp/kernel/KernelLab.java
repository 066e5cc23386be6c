package io.polycast.xdp.kernel;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.xdp.afpacket.AfPacketPort;
import io.polycast.xdp.afxdp.AfXdpPort;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.Wiring;
import io.polycast.xdp.afxdp.program.SilenceGuard;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Frames;
import io.polycast.xdp.port.PortId;
import java.util.ArrayList;
import java.util.List;

/** A switch's namespace with ports p0, p1, ... and replication in the kernel; host i is behind port i. */
final class KernelLab implements AutoCloseable {
    /** Longer than any test. */
    private static final long TIMEOUT_NS = 3_600_000_000_000L;

    /** Without a sign of life after which programs take nothing. */
    static final long LEAVE_NS = TIMEOUT_NS / 2;

    final FrameMemory memory = new FrameMemory(4096, 4096, 512);
    final FrameMemory hostMemory = new FrameMemory(4096, 16384, 4096);
    final AfPacketPort[] hosts;
    final AfXdpPort[] ports;
    final Frames.Collector[] out;
    final Frames.Collector java = new Frames.Collector(memory);
    final KernelReplication replication;
    final String switchName;
    final String[] hostNames;

    private final Namespaces namespaces = new Namespaces();

    KernelLab(final int portCount, final int groups, final int mtu) throws Exception {
        this(portCount, groups, mtu, XdpMode.AUTO, null, false);
    }

    KernelLab(
            final int portCount,
            final int groups,
            final int mtu,
            final XdpMode mode,
            final SilenceGuard guard)
            throws Exception {
        this(portCount, groups, mtu, mode, guard, false);
    }

    /** With a MTU a port, the last one's for those behind. */
    KernelLab(final int portCount, final int groups, final int[] mtus, final SilenceGuard guard)
            throws Exception {
        this(portCount, groups, mtus, XdpMode.AUTO, guard, false);
    }

    KernelLab(
            final int portCount,
            final int groups,
            final int mtu,
            final XdpMode mode,
            final SilenceGuard guard,
            final boolean loop)
            throws Exception {
        this(portCount, groups, new int[] {mtu}, mode, guard, loop);
    }

    /**
     * With a guard, ports 0 and 1 are the ends of a wire; with a loop, there are two ports more, and what
     * leaves by one comes in by the other.
     */
    KernelLab(
            final int portCount,
            final int groups,
            final int[] mtus,
            final XdpMode mode,
            final SilenceGuard guard,
            final boolean loop)
            throws Exception {
        switchName = namespaces.add('s');
        hosts = new AfPacketPort[portCount];
        ports = new AfXdpPort[loop ? portCount + 2 : portCount];
        out = new Frames.Collector[portCount];
        hostNames = new String[portCount];
        final List<AfXdpSpec> specs = new ArrayList<>();
        for (int i = 0; i < portCount; i++) {
            final String host = namespaces.add((char) ('a' + i));
            hostNames[i] = host;
            Namespaces.veth(switchName, "p" + i, host, "e0", mtus[Math.min(i, mtus.length - 1)]);
            // Else the switch's device takes no redirected frame.
            Namespaces.run("ip", "netns", "exec", host, "ethtool", "-K", "e0", "gro", "on");
            final int index = i;
            hosts[i] =
                    Namespaces.in(
                            host,
                            () -> new AfPacketPort(index, "h" + index, hostMemory, "e0", 4096));
            out[i] = new Frames.Collector(hostMemory);
        }
        if (loop) {
            Namespaces.veth(
                    switchName, "p" + portCount, switchName, "p" + (portCount + 1), mtus[0]);
        }
        for (int i = 0; i < ports.length; i++) {
            specs.add(spec(i, mode));
        }
        replication =
                Namespaces.in(
                        switchName,
                        () ->
                                KernelReplication.open(
                                        groups, specs, Copies.SWITCH_MAC, TIMEOUT_NS, LEAVE_NS));
        replication.beat(System.nanoTime());
        for (int i = 0; i < ports.length; i++) {
            final int index = i;
            final boolean wire = guard != null && i < 2;
            ports[i] =
                    Namespaces.in(
                            switchName,
                            () ->
                                    specs.get(index)
                                            .openAll(
                                                    new PortId(index, "p" + index),
                                                    List.of(memory),
                                                    new Wiring(
                                                            wire ? guard : null,
                                                            wire ? "p" + (1 - index) : null,
                                                            replication))
                                            .get(0));
        }
        replication.poll();
    }

    private static AfXdpSpec spec(final int index, final XdpMode mode) {
        return new AfXdpSpec("p" + index, 1, 256, mode);
    }

    /** A group of hosts, or of switches, on ports 1 and on. */
    KernelGroup group(final KernelRow... rows) {
        return group(Copies.MCST_ID, -1, rows);
    }

    KernelGroup group(final int mcstId, final int vlan, final KernelRow... rows) {
        return new KernelGroup(
                mcstId,
                0,
                Copies.SOURCE_IP,
                vlan < 0 ? -1 : vlan & 0xFFF,
                Copies.MEMORY_BASE,
                Copies.MEMORY_BASE,
                Copies.MEMORY_BASE + (1 << 21),
                List.of(rows));
    }

    /** With a helper's work where it has to be done first. */
    int install(final KernelGroup group, final int highestPsn, final int lastPsn) throws Exception {
        int slot = replication.install(group, highestPsn, 0, lastPsn);
        while (slot == KernelTable.LATER) {
            prepare();
            slot = replication.install(group, highestPsn, 0, lastPsn);
        }
        return slot;
    }

    /** In the devices' namespace, as a switch's threads are. */
    boolean prepare() throws Exception {
        return Namespaces.in(switchName, replication::prepare);
    }

    /** Publishes a slot in place of another, which is given back. */
    void replace(final int slot, final int before) throws Exception {
        replication.publish(slot);
        replication.withdraw(before);
        prepare();
        replication.giveBack(before);
    }

    void send(final byte[] frame) {
        while (!hosts[0].send(new org.agrona.concurrent.UnsafeBuffer(frame), 0, frame.length)) {
            hosts[0].flush();
        }
    }

    void receive() {
        for (int i = 0; i < hosts.length; i++) {
            hosts[i].receive(out[i], 256);
        }
        for (final AfXdpPort port : ports) {
            port.receive(java, 256);
        }
    }

    void await(final String what, final java.util.function.BooleanSupplier condition) {
        Await.until(
                what,
                () -> {
                    hosts[0].flush();
                    receive();
                    return condition.getAsBoolean();
                });
    }

    long count(final ProgramEnding counter) {
        return replication.dispositions()[counter.ordinal()];
    }

    @Override
    public void close() throws java.io.IOException {
        for (final AfXdpPort port : ports) {
            if (port != null) {
                port.close();
            }
        }
        replication.close();
        for (final AfPacketPort host : hosts) {
            host.close();
        }
        namespaces.close();
    }
}
