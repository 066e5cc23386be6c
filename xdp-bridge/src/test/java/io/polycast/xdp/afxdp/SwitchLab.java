package io.polycast.xdp.afxdp;

import io.polycast.xdp.afpacket.AfPacketPort;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.afxdp.socket.XskOptions;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A namespace with devices p0, p1, ... of a switch, each a veth to e0 of a host's namespace. */
final class SwitchLab implements AutoCloseable {
    static final int RING = 256;

    final FrameMemory memory = new FrameMemory(4096, 2048, 512);
    final FrameMemory hostMemory = new FrameMemory(4096, 512, 512);
    final AfPacketPort[] hosts;

    private final Namespaces namespaces = new Namespaces();
    private final String switchName;
    private final List<AfXdpPort> open = new ArrayList<>();
    private final List<Process> children = new ArrayList<>();

    SwitchLab(final int hostCount, final int mtu) throws Exception {
        this(hostCount, mtu, 1);
    }

    SwitchLab(final int hostCount, final int mtu, final int queues) throws Exception {
        switchName = namespaces.add('s');
        hosts = new AfPacketPort[hostCount];
        for (int i = 0; i < hostCount; i++) {
            final String host = namespaces.add((char) ('a' + i));
            Namespaces.veth(switchName, "p" + i, host, "e0", mtu, queues);
            final int index = i;
            hosts[i] =
                    Namespaces.in(
                            host,
                            () -> new AfPacketPort(index, "h" + index, hostMemory, "e0", 256));
        }
    }

    AfXdpPort open(final int index, final XdpMode mode) throws Exception {
        return open(index, mode, 1);
    }

    AfXdpPort open(final int index, final XdpMode mode, final int queues) throws Exception {
        return open(index, mode, queues, XskOptions.DEFAULT);
    }

    AfXdpPort open(final int index, final XskOptions options) throws Exception {
        return open(index, XdpMode.AUTO, 1, options);
    }

    private AfXdpPort open(
            final int index, final XdpMode mode, final int queues, final XskOptions options)
            throws Exception {
        final AfXdpSpec spec = new AfXdpSpec("p" + index, queues, RING, mode, options);
        final PortId id = new PortId(index, "p" + index);
        final AfXdpPort port =
                Namespaces.in(switchName, () -> spec.openAll(id, List.of(memory)).get(0));
        open.add(port);
        return port;
    }

    /** Looks at what a switch's device passes on to the stack. */
    AfPacketPort stackOf(final int index) throws Exception {
        return Namespaces.in(
                switchName, () -> new AfPacketPort(63, "stack", hostMemory, "p" + index, 8));
    }

    void down(final int index) throws IOException {
        Namespaces.run("ip", "-n", switchName, "link", "set", "p" + index, "down");
    }

    void up(final int index) throws IOException {
        Namespaces.run("ip", "-n", switchName, "link", "set", "p" + index, "up");
    }

    /** Starts a process that holds p0 and waits until it does. */
    Process startChild() throws IOException {
        final Process child =
                new ProcessBuilder(
                                "ip",
                                "netns",
                                "exec",
                                switchName,
                                System.getProperty("java.home") + "/bin/java",
                                "@" + System.getProperty("polycast.root") + "/etc/jvm.options",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                ChildSwitch.class.getName(),
                                "p0")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        children.add(child);
        final String line =
                new BufferedReader(
                                new InputStreamReader(
                                        child.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
        if (!"open native".equals(line)) {
            throw new IOException("child said: " + line);
        }
        return child;
    }

    @Override
    public void close() throws IOException {
        children.forEach(Process::destroyForcibly);
        open.forEach(AfXdpPort::close);
        for (final AfPacketPort host : hosts) {
            host.close();
        }
        namespaces.close();
    }
}
