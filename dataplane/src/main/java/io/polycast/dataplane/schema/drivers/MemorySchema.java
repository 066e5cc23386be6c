package io.polycast.dataplane.schema.drivers;

import io.polycast.xdp.memory.MemorySpec;
import java.util.List;

/** Ports of driver memory. */
final class MemorySchema {
    static final DriverSchema SCHEMA =
            new DriverSchema(
                    MemorySpec.DRIVER,
                    List.of(),
                    List.of(PortKeys.RING_SIZE),
                    null,
                    true,
                    (port, ports, file) -> new MemorySpec(PortKeys.ringSize(port)));

    private MemorySchema() {}
}
