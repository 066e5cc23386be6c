package io.polycast.xdp.afxdp;

import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.afxdp.socket.XskOptions;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.util.List;

/**
 * A port on AF_XDP sockets.
 *
 * @param device network device
 * @param queues receive queues of the device, which must be all that it has; {@link #ALL_QUEUES}
 *     asks the device
 * @param ringSize most frames waiting in each direction of each queue, a power of two
 * @param mode how to attach the XDP program
 * @param xsk how to set up the sockets
 */
public record AfXdpSpec(String device, int queues, int ringSize, XdpMode mode, XskOptions xsk)
        implements PortSpec {
    /** Name of the driver in configurations. */
    public static final String DRIVER = "af_xdp";

    /** Value of {@link #queues()} for as many as the device has. */
    public static final int ALL_QUEUES = 0;

    /** Chunks that a queue's fill ring holds beyond its receive ring. */
    private static final int SPARE = 64;

    /** Checks the ranges. */
    public AfXdpSpec {
        if (queues < ALL_QUEUES) {
            throw new IllegalArgumentException("queues=" + queues + " < 0");
        }
        PortSpec.requireRing(ringSize);
    }

    /**
     * A port whose sockets are set up as they are by default.
     *
     * @param device network device
     * @param queues receive queues of the device, or {@link #ALL_QUEUES}
     * @param ringSize most frames waiting in each direction of each queue, a power of two
     * @param mode how to attach the XDP program
     */
    public AfXdpSpec(
            final String device, final int queues, final int ringSize, final XdpMode mode) {
        this(device, queues, ringSize, mode, XskOptions.DEFAULT);
    }

    @Override
    public String driver() {
        return DRIVER;
    }

    /** The receive ring of each queue, and some to spare in its fill ring. */
    @Override
    public int rxChunks(final int shards) {
        return Math.max(1, (queues + shards - 1) / shards) * (ringSize + Math.min(SPARE, ringSize));
    }

    @Override
    public int txChunks() {
        return ringSize;
    }

    @Override
    public boolean hasQueues() {
        return true;
    }

    @Override
    public int longestFrame(final int chunkSize, final int deviceMtu) {
        return Math.min(deviceMtu + ETHERNET_AND_TAG, chunkSize - FrameMemory.HEADROOM);
    }

    @Override
    public int requireFit(final PortId id, final int chunkSize, final int shards)
            throws PortException {
        return XdpDevice.requireFit(id, this, chunkSize, shards);
    }

    @Override
    public Port open(final PortId id, final FrameMemory memory) throws PortException {
        return openAll(id, List.of(memory)).get(0);
    }

    @Override
    public List<AfXdpPort> openAll(final PortId id, final List<FrameMemory> memories)
            throws PortException {
        return openAll(id, memories, Wiring.NONE);
    }

    /**
     * Opens the port with what its program does beyond bringing frames to the sockets.
     *
     * @param id of the port
     * @param memories of the shards, with chunks of 2048 or 4096 bytes
     * @param wiring of the port
     * @return the port as each shard has it, in the order of their memories
     * @throws PortException when it cannot be opened; nothing stays open
     */
    public List<AfXdpPort> openAll(
            final PortId id, final List<FrameMemory> memories, final Wiring wiring)
            throws PortException {
        need(id, device, "device");
        return AfXdpPort.open(id, this, memories, wiring);
    }
}
