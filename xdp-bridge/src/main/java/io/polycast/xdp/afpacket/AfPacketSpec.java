package io.polycast.xdp.afpacket;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;

/**
 * A port on a raw packet socket.
 *
 * @param device network device
 * @param ringSize most frames waiting to be sent, a power of two
 */
public record AfPacketSpec(String device, int ringSize) implements PortSpec {
    /** Name of the driver in configurations. */
    public static final String DRIVER = "af_packet";

    /** Checks the range. */
    public AfPacketSpec {
        PortSpec.requireRing(ringSize);
    }

    /**
     * @param device network device
     */
    public AfPacketSpec(final String device) {
        this(device, DEFAULT_RING_SIZE);
    }

    @Override
    public String driver() {
        return DRIVER;
    }

    @Override
    public int rxChunks(final int shards) {
        return BATCH;
    }

    @Override
    public int txChunks() {
        return ringSize;
    }

    @Override
    public int longestFrame(final int chunkSize, final int deviceMtu) {
        return Math.min(deviceMtu + ETHERNET_AND_TAG, chunkSize - FrameMemory.HEADROOM);
    }

    @Override
    public boolean hasSocketBuffer() {
        return true;
    }

    @Override
    public int requireFit(final PortId id, final int chunkSize, final int shards)
            throws PortException {
        return AfPacketPort.requireFit(id.name(), device, chunkSize);
    }

    @Override
    public Port open(final PortId id, final FrameMemory memory) throws PortException {
        need(id, device, "device");
        return new AfPacketPort(id.index(), id.name(), memory, device, ringSize);
    }
}
