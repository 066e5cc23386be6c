package io.polycast.dataplane.opening;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;

/**
 * Opens the ports of a configuration. Tests and embedding programs replace it.
 */
@FunctionalInterface
public interface PortOpener {
    /** The drivers of xdp-bridge. */
    PortOpener STANDARD =
            new PortOpener() {
                @Override
                public Port open(final int index, final PortConfig port, final FrameMemory memory)
                        throws PortException {
                    return port.spec().open(new PortId(index, port.name()), memory);
                }

                @Override
                public List<? extends Port> openAll(final PortPlace place) throws PortException {
                    return Ports.open(
                            place.id(), place.port().spec(), place.memories(), place.wiring());
                }

                @Override
                public void rehearse(final List<PortPlace> places) throws PortException {
                    for (final PortPlace place : places) {
                        Ports.rehearse(
                                place.id(), place.port().spec(), place.memories(), place.wiring());
                    }
                }

                @Override
                public boolean servesKernel() {
                    return true;
                }
            };

    /**
     * Opens one port for one shard.
     *
     * @param index of the port, in [0, 64)
     * @param port to open
     * @param memory of the switch
     * @return the open port
     * @throws PortException when it cannot be opened
     */
    Port open(int index, PortConfig port, FrameMemory memory) throws PortException;

    /**
     * Opens one port for all shards that share it.
     *
     * @param place of the port
     * @return the port as each of the shards has it, in the order of {@link PortPlace#memories}
     * @throws PortException when it cannot be opened; nothing stays open
     */
    default List<? extends Port> openAll(final PortPlace place) throws PortException {
        final List<Port> opened = new ArrayList<>();
        boolean all = false;
        try {
            for (final FrameMemory memory : place.memories()) {
                opened.add(open(place.index(), place.port(), memory));
            }
            all = true;
            return opened;
        } finally {
            if (!all) {
                CloseHelper.closeAll(opened);
            }
        }
    }

    /**
     * Finds refusals of the ports while another process serves their devices.
     *
     * @param places of all ports
     * @throws PortException when one would be refused
     */
    default void rehearse(final List<PortPlace> places) throws PortException {
        // A way that knows of no refusal.
    }

    /**
     * @return whether ports may hand groups to the kernel: not where every frame must be seen here
     */
    default boolean servesKernel() {
        return false;
    }
}
