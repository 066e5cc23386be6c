package io.polycast.dataplane.schema.cepheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistrationSchemaTest {
    private static final String ROUTES =
            "unicast: [{prefix: 10.0.0.0/24, hops: [{port: p, host: {}}]}]";

    private static String file(final String section) {
        return "switch: {mac: \"02:00:00:00:00:fe\", mcstPrefix: 10.255.0.0/16}\n"
                + "ports: [{name: p, driver: memory}, {name: q, driver: memory}]\n"
                + "registration: {"
                + section
                + "}\n";
    }

    private static RegistrationConfig read(final String section) throws Exception {
        return CepheusSections.of(ConfigurationReader.parse("a.yaml", file(section)))
                .registration();
    }

    @Test
    void shouldReadAWholeSection() throws Exception {
        final RegistrationConfig read =
                read(
                        "port: 5000, keys: [{id: 7, file: a.key}, {id: 8, file: b.key}], ageAfter:"
                            + " 24h, maxGroupsPerLeader: 3, maxMembers: 9, packetsPerSecond: 11,"
                            + " unicast: [{prefix: 10.0.0.9/32, hops: [{port: p, host: {mac:"
                            + " \"02:00:00:00:00:09\"}}]}, {prefix: \"fd00::/64\", hops: [{port: q,"
                            + " switch: {mac: \"02:00:00:00:00:0a\"}}]}]");
        assertEquals(5000, read.port());
        assertEquals(List.of(7, 8), read.keys().stream().map(key -> key.id()).toList());
        assertEquals(86_400_000_000_000L, read.ageAfterNs());
        assertEquals(new RegistrationConfig.Limits(3, 9, 11), read.limits());
        assertEquals(
                List.of(
                        new RegistrationConfig.Host(
                                MrpAddress.ipv4(0x0A00_0009), 0, 0x0200_0000_0009L)),
                read.hosts());
        assertEquals(List.of(new Hop(1, 0x0200_0000_000AL, false)), read.routes().get(1).hops());
        assertEquals(64, read.routes().get(1).length());
    }

    @Test
    void shouldTakeNoMrpWithoutTheSection() throws Exception {
        final String file = file("").replaceAll("registration:.*\n", "");
        assertNull(CepheusSections.of(ConfigurationReader.parse("a.yaml", file)).registration());
        assertFalse(read("auth: none, " + ROUTES).usesKernel());
    }

    @Test
    void shouldTakeTheKernelsRoutes() throws Exception {
        final String file =
                file("auth: none, unicast: kernel")
                        .replace("q, driver: memory", "q, driver: af_packet, device: eth1");
        final RegistrationConfig read =
                CepheusSections.of(ConfigurationReader.parse("a.yaml", file)).registration();
        assertTrue(read.usesKernel());
        assertEquals(List.of(), read.routes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ROUTES | 3:15: registration has no keys; add keys: [{id: 1, file: mrp.key}], or"
                        + " write auth: none",
                "auth: none, keys: [{id: 1, file: k}], ROUTES | 3:34: keys with auth: none are not"
                        + " used; remove them, or write auth: hmac",
                "keys: [{id: 1, file: k}, {id: 1, file: l}], ROUTES | 3:46: two keys have id 1;"
                        + " give each key a number of its own",
                "auth: none, port: 4791, ROUTES | 3:34: port 4791 is RoCEv2's; take another one,"
                        + " or leave it out: 4792",
                "auth: none, unicast: [{prefix: 10.0.0.1/24, hops: [{port: p, host: {}}]}] |"
                        + " 3:47: 'prefix': '10.0.0.1/24' has bits behind the prefix; set them to"
                        + " 0, or write a longer prefix",
                "auth: none, unicast: [{prefix: 10.0.0.0/24, hops: [{port: z, host: {}}]}] |"
                        + " 3:74: no port is named 'z'; name one of ports[].name",
                "auth: none, unicast: kernel | 3:37: no port has a device of the kernel; list"
                        + " prefixes with their hops",
                "auth: none, unicast: [{prefix: 10.0.0.0/24, hops: [{port: p}]}] | 3:67: a hop"
                        + " leads to either a switch or a host; write switch: {mac: \"...\"}, or"
                        + " host: {}",
            })
    void shouldSayWhereAMistakeIsAndItsRemedy(final String section, final String message) {
        final ConfigurationException refusal =
                assertThrows(
                        ConfigurationException.class,
                        () -> read(section.replace("ROUTES", ROUTES)));
        assertEquals("a.yaml:" + message.strip(), refusal.getMessage());
    }

    @Test
    void shouldNeedAPrefixOfGroups() {
        final String file =
                file("auth: none, " + ROUTES).replace(", mcstPrefix: 10.255.0.0/16", "");
        assertEquals(
                "a.yaml:3:15: registration needs switch.mcstPrefix; add mcstPrefix to the switch"
                        + " section, such as 10.255.0.0/16",
                assertThrows(
                                ConfigurationException.class,
                                () -> ConfigurationReader.parse("a.yaml", file))
                        .getMessage());
    }
}
