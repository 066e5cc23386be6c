package io.polycast.xdp.open;

import io.polycast.xdp.afxdp.AfXdpPort;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.Wiring;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.util.List;

/** Opens the ports of a switch, whose kernel programs may do more than the ports need. */
public final class Ports {
    private Ports() {}

    /**
     * Opens a port for each of several shards, which share nothing but the device; in the calling
     * thread's network namespace, before the switch's threads start.
     *
     * @param id of the port
     * @param spec what it is to be
     * @param memories of the shards, one each
     * @param wiring of a port of driver af_xdp; others have none
     * @return the port as each shard has it, in the order of their memories
     * @throws PortException when it cannot be opened; one line says why and what to do
     */
    public static List<? extends Port> open(
            final PortId id,
            final PortSpec spec,
            final List<FrameMemory> memories,
            final Wiring wiring)
            throws PortException {
        return spec instanceof AfXdpSpec afXdp
                ? afXdp.openAll(id, memories, wiring)
                : spec.openAll(id, memories);
    }

    /**
     * Loads what a port's program is made of and registers its memory, and lets go of both: what
     * the kernel refuses is known before another process ends for this one.
     *
     * @param id of the port
     * @param spec what the port is to be
     * @param memories of the shards, one each
     * @param wiring as {@link #open} has it
     * @throws PortException when it would be refused
     */
    public static void rehearse(
            final PortId id,
            final PortSpec spec,
            final List<FrameMemory> memories,
            final Wiring wiring)
            throws PortException {
        if (spec instanceof AfXdpSpec afXdp) {
            AfXdpPort.rehearse(id, afXdp, memories, wiring);
        }
    }

    /**
     * Makes the frame memory of a switch, large enough for all its rings to be full at once.
     *
     * @param specs of all ports
     * @param chunkSize bytes in a chunk: 4096 when an AF_XDP port is among them
     * @param inFlight most frames that the switch itself holds between receive and transmit
     * @return the memory
     * @throws IllegalArgumentException when it would exceed 2 GiB
     */
    public static FrameMemory memory(
            final List<? extends PortSpec> specs, final int chunkSize, final int inFlight) {
        int rxChunks = inFlight;
        int txChunks = 0;
        for (final PortSpec spec : specs) {
            rxChunks += spec.rxChunks(1);
            txChunks += spec.txChunks();
        }
        return new FrameMemory(chunkSize, Math.max(rxChunks, 1), Math.max(txChunks, 1));
    }
}
