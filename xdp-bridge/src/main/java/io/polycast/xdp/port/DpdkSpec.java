package io.polycast.xdp.port;

import java.util.List;

/**
 * Specification of a port of driver dpdk.
 *
 * @param devargs device with its arguments, as DPDK writes it: {@code net_af_packet0,iface=veth0} or
 *     {@code 0000:03:00.0}
 * @param mtu bytes behind the Ethernet header that the port has to carry, or 0 for what the device is
 *     set to
 * @param eal arguments for DPDK as a whole, the same for all ports of a process
 */
public record DpdkSpec(String devargs, int mtu, List<String> eal) {
    /** Copies the list. */
    public DpdkSpec {
        eal = List.copyOf(eal);
    }
}
