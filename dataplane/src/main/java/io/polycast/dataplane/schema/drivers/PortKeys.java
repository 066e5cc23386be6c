package io.polycast.dataplane.schema.drivers;

import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Values;
import io.polycast.xdp.port.PortSpec;

/** Keys that several drivers share. */
final class PortKeys {
    static final Key<String> DEVICE =
            Key.absent("device", Types.DEVICE_TEXT, "none", "Link to attach to.");
    static final Key<Long> MTU =
            Key.absent(
                    "mtu",
                    NumberType.range(256, 9216),
                    "no demand",
                    "Bytes behind the Ethernet header that the port has to carry: start is"
                            + " refused when it cannot.");
    static final Key<Long> RING_SIZE =
            Key.optional(
                    "ringSize",
                    NumberType.powerOfTwo(64, 16_384),
                    (long) PortSpec.DEFAULT_RING_SIZE,
                    "Most frames waiting in each direction of each queue: more take a longer"
                            + " burst, fewer stay in the caches. Of af_packet, frames to be sent:"
                            + " what arrives waits in 8 MiB of the kernel.");

    private PortKeys() {}

    /** Value of {@link #MTU}, or 0. */
    static int mtu(final Values port) {
        return port.has(MTU) ? port.get(MTU).intValue() : 0;
    }

    static int ringSize(final Values port) {
        return port.get(RING_SIZE).intValue();
    }
}
