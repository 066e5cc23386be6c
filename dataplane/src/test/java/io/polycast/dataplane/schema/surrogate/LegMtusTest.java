package io.polycast.dataplane.schema.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.SwitchFiles;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MTUs of hosts against those of legs, of one file and of several. */
class LegMtusTest {
    private static final String DEVICE = "driver: af_packet, device: ";

    @TempDir private Path dir;

    /** A node with one host's port and one leg. */
    private static String node(
            final int number, final int other, final String host, final String leg) {
        return """
        switch: {name: n%d, role: surrogate, mac: "02:00:00:00:00:0%d"}
        ports:
          - {name: h0, %s}
          - {name: f0, %s}
        surrogate:
          legs: [{node: n%d, port: f0, mac: "02:00:00:00:00:0%d"}]
        groups: [{id: 239.1.1.1, deliver: [h0], forward: [n%d]}]
        """
                .formatted(number, number, host, leg, other, other, other);
    }

    private static String refusal(final String text) {
        return assertThrows(
                        ConfigurationException.class,
                        () -> ConfigurationReader.parse("n1.yaml", text))
                .getMessage();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DEVICE h0 | DEVICE f0 | no mtu, 1500 by default, of a leg's port < 1534: frames of"
                        + " port 'h0' (1500 by default) do not fit",
                "DEVICE h0, mtu: 9000 | DEVICE f0, mtu: 9033 | mtu=9033 of a leg's port < 9034:"
                        + " frames of port 'h0' (9000) do not fit",
                "DEVICE h0 | DEVICE f0, mtu: 1533 | mtu=1533 of a leg's port < 1534: frames of port"
                        + " 'h0' (1500 by default)",
                "driver: memory, mtu: 1500 | DEVICE f0 | no mtu, 1500 by default, of a leg's port",
            })
    void shouldRefuseALegThatDoesNotCarryFramesOfHosts(
            final String host, final String leg, final String expected) {
        final String message =
                refusal(
                        node(
                                1,
                                2,
                                host.replace("DEVICE ", DEVICE),
                                leg.replace("DEVICE ", DEVICE)));
        assertTrue(message.contains(expected), message);
        assertTrue(message.startsWith("n1.yaml:4:"), message);
        assertTrue(message.contains("; write mtu: "), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DEVICE h0 | DEVICE f0, mtu: 1534",
                "DEVICE h0, mtu: 1400 | DEVICE f0",
                "driver: memory | driver: memory",
                "driver: memory, mtu: 1500 | driver: memory",
            })
    void shouldTakeALegThatDoes(final String host, final String leg) throws Exception {
        ConfigurationReader.parse(
                "n1.yaml",
                node(1, 2, host.replace("DEVICE ", DEVICE), leg.replace("DEVICE ", DEVICE)));
    }

    /** Frames of the hosts of one node pass the legs of the others. */
    @Test
    void shouldCompareLegsWithHostsOfOtherNodes() throws Exception {
        final Path large =
                Files.writeString(
                        dir.resolve("n1"),
                        node(1, 2, DEVICE + "h0, mtu: 9000", DEVICE + "f0, mtu: 9034"));
        final Path small =
                Files.writeString(
                        dir.resolve("n2"), node(2, 1, DEVICE + "h0", DEVICE + "f0, mtu: 1534"));
        final String message =
                assertThrows(
                                ConfigurationException.class,
                                () -> SwitchFiles.check(List.of(large, small)))
                        .getMessage();
        assertTrue(
                message.contains(
                        "n2:4:52: mtu=1534 of a leg's port < 9034: frames of port 'h0' of node 'n1'"
                                + " (9000) do not fit behind the header between nodes; write mtu:"
                                + " 9034"),
                message);
        assertEquals(1, message.lines().count(), message);
    }
}
