package io.polycast.node.endpoint;

import io.polycast.xdp.memory.MemoryPort;
import java.util.ArrayDeque;
import java.util.Deque;

/** A host of {@link EndpointLab}: its endpoint, its device, and what its agent has to tell. */
final class LabHost {
    final int port;
    final MemoryPort device;
    final Deque<String> lines = new ArrayDeque<>();
    Session session;

    /** Its process has ended. */
    boolean gone;

    LabHost(final int port, final MemoryPort device) {
        this.port = port;
        this.device = device;
    }

    void work(final long nowNs) throws EndpointException {
        while (!lines.isEmpty()) {
            session.onLine(nowNs, lines.remove());
        }
        session.work(nowNs);
        gone = session.isOver();
    }

    /** The agent says something. */
    void hear(final String line) {
        lines.add(line.replace('\'', '"'));
    }
}
