package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import org.junit.jupiter.api.Test;

class PortMtuTest {
    private static PortConfig port(final String driver) throws Exception {
        return ConfigurationReader.parse(
                        "test.yaml",
                        """
                        switch: {name: t, mac: "02:00:00:00:00:fe"}
                        ports: [{name: f0, %s, mtu: 1534}, {name: p1, driver: memory}]
                        """
                                .formatted(driver))
                .ports()
                .get(0);
    }

    @Test
    void shouldNameTheDeviceAndTheMtuToSet() throws Exception {
        final PortConfig port = port("driver: af_packet, device: dev0");
        assertEquals(
                "mtu=1534 > 1496, which is what it carries; ip link set dev0 mtu 1538, as far as"
                        + " pipeline.chunkSize allows, or lower mtu and what hosts send through the"
                        + " port",
                port.unmetMtu(1518).orElseThrow());
        assertTrue(port.unmetMtu(1538 + 14 + 4).isEmpty());
    }

    @Test
    void shouldNameNoDeviceWithoutOne() throws Exception {
        assertEquals(
                "mtu=1534 > 1496, which is what it carries; lower mtu, or raise pipeline.chunkSize",
                port("driver: memory").unmetMtu(1518).orElseThrow());
    }
}
