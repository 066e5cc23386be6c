package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortSpec;

/** Opens the ports of a configuration; an embedding program may have its own way. */
@FunctionalInterface
public interface PortOpener {
    /** The drivers of xdp-bridge. */
    PortOpener STANDARD = (index, port, memory) -> Ports.open(spec(index, port), memory);

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

    /**
     * @param index of the port
     * @param port as configured
     * @return the same in the words of the drivers
     */
    static PortSpec spec(final int index, final PortConfig port) {
        return new PortSpec(
                index,
                port.name(),
                PortSpec.Driver.valueOf(port.driver().name()),
                port.device(),
                port.queues(),
                PortSpec.DEFAULT_RING_SIZE,
                port.local(),
                port.remote(),
                port.in(),
                port.out(),
                PortSpec.XdpMode.valueOf(port.mode().name()));
    }
}
