package io.polycast.xdp.dpdk;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.util.List;

/**
 * A port on a device of DPDK.
 *
 * @param devargs device with its arguments, as DPDK writes it: {@code net_af_packet0,iface=veth0}
 *     or {@code 0000:03:00.0}
 * @param ringSize most frames waiting in each direction, a power of two
 * @param mtu bytes behind the Ethernet header that the port has to carry, or 0 for what the device
 *     is set to
 * @param eal arguments for DPDK as a whole, the same for all ports of a process
 */
public record DpdkSpec(String devargs, int ringSize, int mtu, List<String> eal)
        implements PortSpec {
    /** Name of the driver in configurations. */
    public static final String DRIVER = "dpdk";

    /** Checks the range and copies the list. */
    public DpdkSpec {
        PortSpec.requireRing(ringSize);
        eal = List.copyOf(eal);
    }

    @Override
    public String driver() {
        return DRIVER;
    }

    @Override
    public String where() {
        return "on " + devargs;
    }

    @Override
    public int rxChunks(final int shards) {
        return 1;
    }

    @Override
    public int txChunks() {
        return 0;
    }

    @Override
    public int requireFit(final PortId id, final int chunkSize, final int shards)
            throws PortException {
        return DpdkPort.requireFit(id.name());
    }

    @Override
    public Port open(final PortId id, final FrameMemory memory) throws PortException {
        need(id, devargs, "devargs");
        return new DpdkPort(id, this, memory);
    }
}
