package io.polycast.xdp.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceProbeTest {
    @Test
    void shouldNameADeviceAsDpdkDoes() {
        assertEquals("net_ring0", DeviceProbe.name("net_ring0"));
        assertEquals("net_af_packet0", DeviceProbe.name("vdev:net_af_packet0,iface=veth0"));
        assertEquals("0000:03:00.0", DeviceProbe.name("03:00.0"));
        assertEquals("0000:03:00.0", DeviceProbe.name("pci:0000:03:00.0,a=b"));
    }

    @Test
    void shouldKnowThePollModeDriverOfAVirtualDevice() {
        assertEquals(
                Optional.of("net_af_packet"),
                DeviceProbe.virtualDriver("net_af_packet0,iface=veth0"));
        assertEquals(Optional.of("net_ring"), DeviceProbe.virtualDriver("vdev:net_ring12"));
        assertEquals(Optional.of("net_bonding"), DeviceProbe.virtualDriver("net_bonding0_1"));
        assertEquals(Optional.empty(), DeviceProbe.virtualDriver("0000:03:00.0"));
    }

    @Test
    void shouldNameThePackageOfADriverAsDebianDoes() {
        assertEquals("librte-net-af-packet23", DeviceProbe.packageOf("net_af_packet"));
        assertEquals("librte-net-mlx5-23", DeviceProbe.packageOf("net_mlx5"));
    }
}
