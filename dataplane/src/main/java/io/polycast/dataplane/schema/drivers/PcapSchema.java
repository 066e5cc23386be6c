package io.polycast.dataplane.schema.drivers;

import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.xdp.pcapfile.PcapSpec;
import java.nio.file.Path;
import java.util.List;

/** Ports of driver pcap. */
final class PcapSchema {
    private static final Key<Path> IN =
            Key.absent("in", Types.FILE_PATH, "nothing comes in", "Capture to read.");
    private static final Key<Path> OUT =
            Key.absent("out", Types.FILE_PATH, "not kept", "Capture to write.");

    static final DriverSchema SCHEMA =
            new DriverSchema(
                    PcapSpec.DRIVER,
                    List.of(),
                    List.of(IN, OUT),
                    null,
                    false,
                    (port, ports, file) -> new PcapSpec(port.get(IN), port.get(OUT)));

    private PcapSchema() {}
}
