package io.polycast.dataplane.config;

import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.port.PortSpec;
import java.util.Optional;

/**
 * One port.
 *
 * @param name in the configuration, unique
 * @param mtu bytes behind the Ethernet header that the port has to carry, or 0
 * @param spec what the port's driver needs to open it
 */
public record PortConfig(String name, int mtu, PortSpec spec) {
    private static final int ETHERNET_AND_TAGS = 14 + 2 * 4;

    /** A device carries frames of its MTU with one tag. */
    private static final int SECOND_TAG = 4;

    /**
     * @return name of the driver
     */
    public String driver() {
        return spec.driver();
    }

    /**
     * @return network device that the port takes for itself, or null
     */
    public String device() {
        return spec.device();
    }

    /**
     * @return whether an XDP program of the switch runs on the port's device
     */
    public boolean isAfXdp() {
        return spec instanceof AfXdpSpec;
    }

    /**
     * @param maxFrameLength that the open port takes
     * @return bytes behind the Ethernet header and two VLAN tags
     */
    public static int carries(final int maxFrameLength) {
        return maxFrameLength - ETHERNET_AND_TAGS;
    }

    /**
     * @param maxFrameLength that the open port takes
     * @return why that is not what {@link #mtu()} demands, with the remedy behind "; "; empty when it is
     */
    public Optional<String> unmetMtu(final int maxFrameLength) {
        final int carries = carries(maxFrameLength);
        return mtu <= carries
                ? Optional.empty()
                : Optional.of(
                        "mtu="
                                + mtu
                                + " > "
                                + carries
                                + ", which is what it carries; "
                                + (device() == null
                                        ? "lower mtu, or raise pipeline.chunkSize"
                                        : "ip link set "
                                                + device()
                                                + " mtu "
                                                + (mtu + SECOND_TAG)
                                                + ", as far as pipeline.chunkSize allows, or lower"
                                                + " mtu and what hosts send through the port"));
    }
}
