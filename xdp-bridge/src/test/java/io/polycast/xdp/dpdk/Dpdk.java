package io.polycast.xdp.dpdk;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** Common part of tests of real DPDK, which starts once per process. */
final class Dpdk {
    static final List<String> EAL = List.of("--no-huge", "-m", "256", "--no-pci");

    private Dpdk() {}

    /** Skips the test where there is no DPDK, and says so. */
    static void assume() {
        final Optional<String> trouble = Natives.trouble();
        trouble.ifPresent(why -> System.out.println("skipped, not tested here: " + why));
        Assumptions.assumeTrue(trouble.isEmpty(), () -> trouble.orElse(""));
    }

    static DpdkPort open(
            final int index, final FrameMemory memory, final String devargs, final int mtu)
            throws PortException {
        return new DpdkPort(
                new PortId(index, "p" + index),
                new DpdkSpec(devargs, PortSpec.DEFAULT_RING_SIZE, mtu, EAL),
                memory);
    }

    static DpdkPort open(final int index, final FrameMemory memory, final String devargs)
            throws PortException {
        return open(index, memory, devargs, 0);
    }
}
