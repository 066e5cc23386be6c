package io.polycast.dataplane.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.yaml.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key in the place of an earlier build is refused, and the message names its place today. */
class MovedKeysTest {
    private static final String PORTS = "ports: [{name: p0, driver: memory}]\n";

    @ParameterizedTest
    @CsvSource({
        "nakRepeat, protocol.nakRepeat",
        "idleAnew, protocol.idleAnew",
        "answerWindow, protocol.answerWindow",
        "cnpWindow, protocol.cnpWindow",
        "cnpGap, protocol.cnpGap",
        "cnpHysteresis, protocol.cnpHysteresis",
        "maxGroups, limits.maxGroups",
        "maxPaths, limits.maxPaths",
        "feedbackBurst, limits.feedbackBurst",
        "feedbackPerMs, limits.feedbackPerMs",
        "sourceInterval, limits.sourceInterval",
        "sourceBurst, limits.sourceBurst",
        "neighbourPerMs, limits.neighbourPerMs",
        "neighbourBurst, limits.neighbourBurst",
        "kernelGroups, kernel.groups",
        "whenSilent, kernel.whenSilent",
        "heartbeat, kernel.heartbeat"
    })
    void shouldNameTheNewPlaceOfAKeyOfThePipeline(final String key, final String place) {
        shouldRefuse(
                "switch: {mac: \"02:00:00:00:00:fe\"}\npipeline: {" + key + ": 1}\n" + PORTS,
                "file:2:12: key '" + key + "' is not in pipeline any more; write it as " + place);
        assertTrue(OptionReference.render().contains("| `" + place + "` |"), place);
    }

    @Test
    void shouldNameTheNewPlaceOfAKeyOfTheSwitch() {
        shouldRefuse(
                "switch: {sourceWindow: 5, mac: \"02:00:00:00:00:fe\"}\n" + PORTS,
                "file:1:10: key 'sourceWindow' is not in switch any more; write it as"
                        + " protocol.sourceWindow");
        assertTrue(OptionReference.render().contains("| `protocol.sourceWindow` |"));
    }

    private static void shouldRefuse(final String text, final String message) {
        final ConfigurationException refusal =
                assertThrows(
                        ConfigurationException.class,
                        () -> ConfigurationReader.parse("file", text));
        assertEquals(message, refusal.getMessage());
    }
}
