package io.polycast.dataplane.kernel;

import io.polycast.xdp.afxdp.AfXdpPort;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A namespace with devices p0, p1, ... of a switch, each a veth of several queues to a host's
 * namespace. A host's frames on one of its queues arrive at the switch's queue of the same number,
 * and back.
 */
final class QueuesLab implements AutoCloseable {
    private static final int RING = 256;

    private final Namespaces namespaces = new Namespaces();
    private final List<List<AfXdpPort>> hosts = new ArrayList<>();
    private final List<List<FrameMemory>> memories = new ArrayList<>();
    private final String switchName;

    QueuesLab(final int hostCount, final int queues) throws Exception {
        boolean up = false;
        try {
            switchName = namespaces.add('s');
            for (int i = 0; i < hostCount; i++) {
                addHost(i, queues);
            }
            up = true;
        } finally {
            if (!up) {
                close();
            }
        }
    }

    private void addHost(final int index, final int queues) throws Exception {
        final String name = namespaces.add((char) ('a' + index));
        Namespaces.veth(switchName, "p" + index, name, "e0", 1500, queues);
        final List<FrameMemory> own = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            own.add(new FrameMemory(4096, 2 * RING, RING));
        }
        memories.add(own);
        final AfXdpSpec spec = new AfXdpSpec("e0", queues, RING, XdpMode.NATIVE);
        final PortId id = new PortId(index, "h" + index);
        hosts.add(Namespaces.in(name, () -> spec.openAll(id, own)));
    }

    /** Runs something with the calling thread in the switch's namespace. */
    <T> T inSwitch(final Callable<T> work) throws Exception {
        return Namespaces.in(switchName, work);
    }

    /** A host's queues. */
    List<? extends Port> host(final int index) {
        return hosts.get(index);
    }

    /** Where the frames of a host's queues live. */
    List<FrameMemory> memories(final int index) {
        return memories.get(index);
    }

    @Override
    public void close() throws IOException {
        hosts.forEach(queues -> queues.forEach(AfXdpPort::close));
        namespaces.close();
    }
}
