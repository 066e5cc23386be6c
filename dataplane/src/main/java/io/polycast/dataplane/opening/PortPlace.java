package io.polycast.dataplane.opening;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.afxdp.program.SilenceGuard;
import io.polycast.xdp.fastpath.FastPath;
import io.polycast.xdp.port.FrameMemory;
import java.util.List;

/**
 * A port's place in its switch.
 *
 * @param index of the port, in [0, 64)
 * @param port as configured
 * @param memories of the shards that share it: one, unless several fused shards have queues of their own
 * @param guard that tells the kernel's program whether the switch lives, at the end of a wire between
 *     two devices of driver af_xdp; else null
 * @param peer device at the wire's other end, or null
 * @param fastPath of a switch whose groups the kernel may serve, or null
 */
public record PortPlace(
        int index,
        PortConfig port,
        List<FrameMemory> memories,
        SilenceGuard guard,
        String peer,
        FastPath fastPath) {
    /** Keeps the memories as they are. */
    public PortPlace {
        memories = List.copyOf(memories);
    }
}
