package io.polycast.dataplane.schema.drivers;

import io.polycast.xdp.afpacket.AfPacketSpec;
import java.util.List;

/** Ports of driver af_packet. */
final class AfPacketSchema {
    static final DriverSchema SCHEMA =
            new DriverSchema(
                    AfPacketSpec.DRIVER,
                    List.of(PortKeys.DEVICE),
                    List.of(PortKeys.RING_SIZE),
                    PortKeys.DEVICE,
                    false,
                    (port, ports, file) ->
                            new AfPacketSpec(port.get(PortKeys.DEVICE), PortKeys.ringSize(port)));

    private AfPacketSchema() {}
}
