package io.polycast.dataplane.kernel;

import io.polycast.xdp.afpacket.AfPacketPort;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.port.FrameMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.agrona.concurrent.UnsafeBuffer;

/** A namespace with devices p0, p1, ... of a switch, each a veth to e0 of a host's namespace. */
final class VethLab implements AutoCloseable {
    private final Namespaces namespaces = new Namespaces();
    private final FrameMemory memory = new FrameMemory(4096, 2048, 512);
    private final List<String> names = new ArrayList<>();
    private final List<AfPacketPort> hosts = new ArrayList<>();
    private final String switchName;

    VethLab(final int hostCount) throws Exception {
        boolean up = false;
        try {
            switchName = namespaces.add('s');
            for (int i = 0; i < hostCount; i++) {
                addHost(i);
            }
            up = true;
        } finally {
            if (!up) {
                close();
            }
        }
    }

    private void addHost(final int index) throws Exception {
        final String host = namespaces.add((char) ('a' + index));
        names.add(host);
        Namespaces.veth(switchName, "p" + index, host, "e0", 1500);
        gro(index, true);
        hosts.add(
                Namespaces.in(
                        host, () -> new AfPacketPort(index, "h" + index, memory, "e0", 1024)));
    }

    /** Whether the far end of a port takes what another device's program sends there. */
    void gro(final int host, final boolean on) throws IOException {
        Namespaces.run(
                "ip",
                "netns",
                "exec",
                names.get(host),
                "ethtool",
                "-K",
                "e0",
                "gro",
                on ? "on" : "off");
    }

    /** Runs something with the calling thread in the switch's namespace. */
    <T> T inSwitch(final Callable<T> work) throws Exception {
        return Namespaces.in(switchName, work);
    }

    void send(final int host, final byte[] frame) {
        final AfPacketPort port = hosts.get(host);
        while (!port.send(new UnsafeBuffer(frame), 0, frame.length)) {
            port.flush();
        }
        port.flush();
    }

    /** Frames that a host has received since the last call, in hexadecimal. */
    List<String> receive(final int host) {
        final List<String> frames = new ArrayList<>();
        hosts.get(host)
                .receive(
                        (port, offset, length, atNs) -> {
                            final byte[] bytes = new byte[length];
                            memory.buffer().getBytes(offset, bytes);
                            memory.release(offset);
                            frames.add(HexFormat.of().formatHex(bytes));
                        },
                        256);
        return frames;
    }

    AfPacketPort host(final int host) {
        return hosts.get(host);
    }

    /** Frames of all hosts live here. */
    FrameMemory memory() {
        return memory;
    }

    @Override
    public void close() throws IOException {
        hosts.forEach(AfPacketPort::close);
        namespaces.close();
    }
}
