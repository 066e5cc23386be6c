package io.polycast.dataplane.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.yaml.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of another kind, and words that quotes would not mend. */
class TextKindTest {
    private static final String GOOD =
            """
            switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
            ports: [{name: p0, driver: memory}]
            groups:
              - id: 10.255.0.1
                paths: [{port: p0, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 256}}]
            """;

    private static String refusal(final String text) {
        return assertThrows(
                        ConfigurationException.class, () -> ConfigurationReader.parse("f", text))
                .getMessage();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "root:x:0:0:secret:/root:/bin/sh\nadm:x:1:1:secret:/:/bin/sh\n",
                "secret: 1\nother: 2\nthird: 3\n",
                "[secret, secret]",
                "secret"
            })
    void shouldRefuseAForeignFileInOneLineWithoutQuotingIt(final String text) {
        final String refusal = refusal(text);
        assertTrue(refusal.startsWith("f:1:1: not the configuration of a switch; "), refusal);
        assertEquals(1, refusal.lines().count(), refusal);
        assertTrue(!refusal.contains("secret"), refusal);
    }

    @Test
    void shouldTakeAWholeConfigurationForNoEntry() throws Exception {
        final var configuration = ConfigurationReader.parse("f", GOOD);
        final ConfigurationException e =
                assertThrows(
                        ConfigurationException.class,
                        () -> ConfigurationReader.parseGroup("entry", GOOD, configuration));
        assertEquals(
                "entry:1:1: a whole configuration, not an entry of groups:; give the list below its"
                        + " key groups: alone",
                e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "id: 10.255.0.1, id: 10.5, write a dotted quad",
        "ip: 10.0.0.2, ip: 10, write a unicast IPv4 or IPv6 address",
        "qpn: 256, 'qpn: \"abc\"', is not a whole number",
        "qpn: 256, 'qpn: \"256\"', write it without quotes",
        "name: leaf1, name: 5, 'quote it: \"5\"'",
        "'mac: \"02:00:00:00:00:02\"', 'mac: 02:00', is not a MAC address",
    })
    void shouldRecommendQuotesOnlyWhereTheyHelp(
            final String right, final String wrong, final String remedy) {
        final String refusal = refusal(GOOD.replace(right, wrong));
        assertTrue(refusal.contains(remedy), refusal);
        assertEquals(remedy.startsWith("quote it"), refusal.contains("quote it"), refusal);
    }

    @Test
    void shouldNotSpeakOfJavaWhenAnEscapeIsBroken() {
        final String refusal = refusal("switch: \"\\uZZZZ\"");
        assertTrue(!refusal.contains("For input") && !refusal.contains("java"), refusal);
    }
}
