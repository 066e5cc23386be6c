package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;

/** Opens the ports of a configuration; an embedding program may have its own way. */
@FunctionalInterface
public interface PortOpener {
    /** The drivers of xdp-bridge. */
    PortOpener STANDARD = (index, port, memory) -> Ports.open(port.spec(index), memory);

    /**
     * Opens one port.
     *
     * @param index of the port, in [0, 64)
     * @param port to open
     * @param memory of the switch
     * @return the open port
     * @throws PortException when it cannot be opened
     */
    Port open(int index, PortConfig port, FrameMemory memory) throws PortException;
}
