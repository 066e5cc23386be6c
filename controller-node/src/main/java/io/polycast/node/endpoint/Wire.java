package io.polycast.node.endpoint;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import org.agrona.CloseHelper;

/**
 * The host's way to its switch.
 *
 * @param port at the host's device
 * @param memory of the port's frames
 * @param mac of the device, in the low 48 bits
 * @param ip of the host, dotted quad
 * @param held what else stays open as long as the port
 */
record Wire(Port port, FrameMemory memory, long mac, String ip, AutoCloseable held)
        implements AutoCloseable {
    /** Opens a wire. */
    @FunctionalInterface
    interface Opener {
        /**
         * @param address of the group, dotted quad
         * @return the wire that leads there
         * @throws EndpointException when there is none
         */
        Wire open(String address) throws EndpointException;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(port, memory, held);
    }
}
