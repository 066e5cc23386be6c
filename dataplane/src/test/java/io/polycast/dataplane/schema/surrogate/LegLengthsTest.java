package io.polycast.dataplane.schema.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class LegLengthsTest {
    /** Ports h0, h1, f0 and m0, which has no device. */
    private static Configuration configuration(final String mtuOfHosts) throws Exception {
        return ConfigurationReader.parse(
                "n1.yaml",
                """
                switch: {name: n1, role: surrogate, mac: "02:00:00:00:00:01"}
                ports:
                  - {name: h0, driver: af_packet, device: v0%s}
                  - {name: h1, driver: af_packet, device: v1%s}
                  - {name: f0, driver: af_packet, device: v2, mtu: 1534}
                  - {name: m0, driver: memory}
                surrogate:
                  legs: [{node: n2, port: f0, mac: "02:00:00:00:00:02"}]
                """
                        .formatted(mtuOfHosts, mtuOfHosts));
    }

    private static List<String> warnings(final String mtuOfHosts, final int... mtus)
            throws Exception {
        return LegLengths.warnings(configuration(mtuOfHosts), port -> mtus[port] + 18);
    }

    @Test
    void shouldNameTheLongestHostPortAndTheRemedy() throws Exception {
        assertEquals(
                List.of(
                        "port f0: legs need an MTU of 9034 for frames of port h1, and have 1538:"
                                + " longer copies are not made; ip link set v2 mtu 9034, or lower"
                                + " that of port h1"),
                warnings("", 1500, 9000, 1538, 9500));
    }

    @Test
    void shouldBeSilentWhereFramesFit() throws Exception {
        assertEquals(List.of(), warnings("", 1500, 1500, 1534, 9500));
        assertEquals(1, warnings("", 1500, 1500, 1533, 9500).size());
    }

    @Test
    void shouldTakeTheMtuOfTheFileForAHostPort() throws Exception {
        assertEquals(List.of(), warnings(", mtu: 1500", 9000, 9000, 1534, 9500));
    }
}
