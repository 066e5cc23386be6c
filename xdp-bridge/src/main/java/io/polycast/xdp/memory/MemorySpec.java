package io.polycast.xdp.memory;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A port within the process.
 *
 * @param ringSize most frames waiting in each direction, a power of two
 */
public record MemorySpec(int ringSize) implements PortSpec {
    /** Name of the driver in configurations. */
    public static final String DRIVER = "memory";

    /** Checks the range. */
    public MemorySpec {
        PortSpec.requireRing(ringSize);
    }

    @Override
    public String driver() {
        return DRIVER;
    }

    @Override
    public int rxChunks(final int shards) {
        return ringSize;
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
    public int requireFit(final PortId id, final int chunkSize, final int shards) {
        return Integer.MAX_VALUE;
    }

    @Override
    public Port open(final PortId id, final FrameMemory memory) {
        return new MemoryPort(id.index(), id.name(), memory, ringSize);
    }

    @Override
    public List<? extends Port> openAll(final PortId id, final List<FrameMemory> memories) {
        final List<Port> ports = new ArrayList<>();
        for (final FrameMemory memory : memories) {
            ports.add(open(id, memory));
        }
        return ports;
    }
}
