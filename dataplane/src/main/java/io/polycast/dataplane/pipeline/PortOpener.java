package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.afxdp.SilenceGuard;
import io.polycast.xdp.fastpath.FastPath;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;

/** Opens the ports of a configuration; an embedding program may have its own way. */
@FunctionalInterface
public interface PortOpener {
    /** The drivers of xdp-bridge. */
    PortOpener STANDARD =
            new PortOpener() {
                @Override
                public Port open(final int index, final PortConfig port, final FrameMemory memory)
                        throws PortException {
                    return Ports.open(port.spec(index), memory);
                }

                @Override
                public Port openWireEnd(
                        final int index,
                        final PortConfig port,
                        final FrameMemory memory,
                        final SilenceGuard guard,
                        final String peer)
                        throws PortException {
                    return Ports.open(port.spec(index), memory, guard, peer);
                }

                @Override
                public boolean servesKernel() {
                    return true;
                }

                @Override
                public Port openForKernel(
                        final int index,
                        final PortConfig port,
                        final FrameMemory memory,
                        final SilenceGuard guard,
                        final String peer,
                        final FastPath fastPath)
                        throws PortException {
                    return Ports.open(port.spec(index), memory, guard, peer, fastPath);
                }
            };

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
     * Opens one end of a wire between two devices of driver af_xdp.
     *
     * @param index of the port, in [0, 64)
     * @param port to open
     * @param memory of the switch
     * @param guard that tells the kernel's program whether the switch lives
     * @param peer device at the wire's other end
     * @return the open port
     * @throws PortException when it cannot be opened
     */
    default Port openWireEnd(
            final int index,
            final PortConfig port,
            final FrameMemory memory,
            final SilenceGuard guard,
            final String peer)
            throws PortException {
        return open(index, port, memory);
    }

    /**
     * @return whether ports may hand groups to the kernel: not where every frame must be seen here
     */
    default boolean servesKernel() {
        return false;
    }

    /**
     * Opens one port of a switch whose groups the kernel may serve; only called where {@link
     * #servesKernel} says so.
     *
     * @param index of the port, in [0, 64)
     * @param port to open
     * @param memory of the switch
     * @param guard that tells the kernel's program whether the switch lives, or null
     * @param peer device at the wire's other end, or null
     * @param fastPath of the switch
     * @return the open port
     * @throws PortException when it cannot be opened
     */
    default Port openForKernel(
            final int index,
            final PortConfig port,
            final FrameMemory memory,
            final SilenceGuard guard,
            final String peer,
            final FastPath fastPath)
            throws PortException {
        throw new UnsupportedOperationException("ports of this opener never serve in the kernel");
    }
}
