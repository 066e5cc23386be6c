package io.polycast.dataplane.config;

import java.util.List;

/**
 * Settings of a port of driver dpdk.
 *
 * @param devargs device with its arguments, as DPDK writes it
 * @param eal arguments that DPDK is started with, the same for all ports
 */
public record DpdkConfig(String devargs, List<String> eal) {
    public DpdkConfig {
        eal = List.copyOf(eal);
    }
}
