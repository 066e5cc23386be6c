package io.polycast.dataplane.opening;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.afxdp.Wiring;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortId;
import java.util.List;

/**
 * A port's place in its switch.
 *
 * @param index of the port, in [0, 64)
 * @param port as configured
 * @param memories of the shards that share it: one, unless several fused shards have queues of their own
 * @param wiring of the kernel's program when the port is of driver af_xdp; other drivers ignore it
 */
public record PortPlace(int index, PortConfig port, List<FrameMemory> memories, Wiring wiring) {
    /** Keeps the memories as they are. */
    public PortPlace {
        memories = List.copyOf(memories);
    }

    /**
     * @return the port's index and name
     */
    public PortId id() {
        return new PortId(index, port.name());
    }
}
