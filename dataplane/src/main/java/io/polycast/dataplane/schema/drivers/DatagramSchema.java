package io.polycast.dataplane.schema.drivers;

import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.xdp.datagram.DatagramSpec;
import java.net.InetSocketAddress;
import java.util.List;

/** Ports of driver datagram. */
final class DatagramSchema {
    private static final Key<InetSocketAddress> LOCAL =
            Key.absent("local", Types.ENDPOINT, "none", "UDP address to receive frames at.");
    private static final Key<InetSocketAddress> REMOTE =
            Key.absent("remote", Types.ENDPOINT, "none", "UDP address to send frames to.");

    static final DriverSchema SCHEMA =
            new DriverSchema(
                    DatagramSpec.DRIVER,
                    List.of(LOCAL, REMOTE),
                    List.of(),
                    LOCAL,
                    false,
                    (port, ports, file) -> new DatagramSpec(port.get(LOCAL), port.get(REMOTE)));

    private DatagramSchema() {}
}
