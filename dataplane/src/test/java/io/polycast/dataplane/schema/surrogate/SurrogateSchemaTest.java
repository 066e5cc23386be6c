package io.polycast.dataplane.schema.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.surrogate.spec.CongestionSettings;
import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.SwitchFiles;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurrogateSchemaTest {
    private static final String FIRST =
            """
            switch: {name: n1, role: surrogate, mac: "02:00:00:00:00:01"}
            ports:
              - {name: h0, driver: memory, mtu: 1500}
              - {name: h1, driver: memory}
              - {name: f0, driver: memory, mtu: 1534}
            surrogate:
              legs: [{node: n2, port: f0, mac: "02:00:00:00:00:02", uplink: false}]
              lossless: [3]
              multicastWeight: 50
              snooping: true
            groups:
              - {id: 239.1.1.1, deliver: [h0, h1], forward: [n2]}
            """;

    @TempDir private Path dir;

    private static Configuration parse(final String text) throws ConfigurationException {
        return ConfigurationReader.parse("n1.yaml", text);
    }

    private static String refusal(final String text) {
        return assertThrows(ConfigurationException.class, () -> parse(text)).getMessage();
    }

    @Test
    void shouldReadAFirstConfiguration() throws Exception {
        final Configuration configuration = parse(FIRST);
        final SurrogateSettings settings = (SurrogateSettings) configuration.roleSettings();
        assertEquals(List.of(new LegSpec("n2", 2, 0x0200_0000_0002L, false)), settings.legs());
        assertEquals(1 << 3, settings.lossless());
        assertTrue(settings.snooping());
        // Table 1 in units of 256 bytes.
        assertEquals(740, settings.memory().shared());
        assertEquals(908, settings.memory().lossless());
        assertEquals(640, settings.memory().stop());
        assertEquals(360, settings.memory().go());
        assertEquals(240, settings.memory().voqUnits());
        assertEquals(
                new CongestionSettings(CongestionSettings.Marked.NONE, 360, 150 * 1024),
                settings.congestion());
        assertEquals(2048, configuration.limits().heldChunks());
        final SurrogateGroup group = (SurrogateGroup) configuration.groups().get(0);
        assertEquals(new SurrogateGroup(0xEF01_0101, 3, List.of("n2")), group);
        final List<String> ports = configuration.ports().stream().map(PortConfig::name).toList();
        final String written = configuration.role().write(group, ports).toString();
        assertEquals(group, ConfigurationReader.parseGroup("entry", written, configuration));
        assertEquals(
                List.of("group 239.1.1.1: delivers to h0, h1, forwards to n2"),
                configuration.role().describe(group, ports));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node: n2, port: f0 | node: n2, port: f9 | 7:27: there is no port 'f9'",
                "forward: [n2] | forward: [n7] | 12:50: no leg leads to node 'n7'",
                "node: n2, port: f0 | node: n1, port: f0 | 7:17: the leg leads to 'n1', which is"
                        + " this",
                "00:02\", uplink | 00:01\", uplink | 7:36: the MAC of the leg is that of this node",
                "surrogate: | 'wires: [[h0, f0]]\nsurrogate:' | 8:27: port 'f0' is in wires",
                "lossless: [3] | lossless: [3, 3] | 8:17: priority 3 is named twice",
                "deliver: [h0, h1] | deliver: [h0, f0] | 12:35: port 'f0' carries a leg",
                "deliver: [h0, h1] | deliver: [h0, h0] | 12:35: port 'h0' is named twice",
                "mtu: 1534 | mtu: 1533 | 5:37: mtu=1533 of a leg's port < 1534",
                "id: 239.1.1.1 | id: 224.0.0.9 | 12:10: 'id': 224.0.0.9 cannot be the address",
                "id: 239.1.1.1 | id: 10.0.0.9 | 12:10: a unicast address has 3 exits",
                "multicastWeight: 50 | multicastWeight: 0 | 9:20: 'multicastWeight': 0 is out",
                "multicastWeight: 50 | go: 160KiB | 9:7: go=160KiB and stop=160KiB are in the"
                        + " wrong",
                "multicastWeight: 50 | stop: 228KiB | 9:9: stop=228KiB and losslessBuffer=227KiB",
                "multicastWeight: 50 | voqLimit: 1MiB | 9:13: voqLimit=1MiB and"
                        + " sharedBuffer=185KiB",
                "multicastWeight: 50 | headersLow: 501 | 9:15: headersLow=501 > headersHigh=500",
                "multicastWeight: 50 | 'congestion: sample\n  congestionBalance: 185KiB'"
                        + " | 10:22: congestionBalance=185KiB and sharedBuffer=185KiB are in the",
                "multicastWeight: 50 | 'congestion: occupancy\n  congestionBalance: 160KiB'"
                        + " | 10:22: congestionBalance=160KiB and stop=160KiB are in the wrong",
                "multicastWeight: 50 | 'congestion: occupancy\n  sharedBuffer: 80KiB\n"
                        + "  voqLimit: 60KiB' | 10:17: congestionBalance=90KiB and sharedBuffer",
                "ports: | 'pipeline: {shards: 2, threading: staged}\nports:'"
                        + " | 2:20: role surrogate runs in one shard",
                "ports: | 'pipeline: {datapath: kernel}\nports:'"
                        + " | 2:22: role surrogate has no kernel datapath",
                "ports: | 'kernel: {groups: 4}\n"
                        + "ports:' | 2:1: key 'kernel' in the file is only for",
            })
    void shouldNamePlaceAndRemedy(final String what, final String instead, final String expected) {
        final String message = refusal(FIRST.replace(what, instead));
        assertTrue(message.contains(expected), message);
        assertTrue(message.contains("; "), message);
    }

    /** Without congestion points their balance is of no account. */
    @Test
    void shouldReadCongestionPoints() throws Exception {
        final String text =
                FIRST.replace(
                        "multicastWeight: 50",
                        "congestion: occupancy\n"
                                + "  congestionBalance: 64KiB\n"
                                + "  congestionSample: 20KiB");
        final SurrogateSettings settings = (SurrogateSettings) parse(text).roleSettings();
        assertEquals(
                new CongestionSettings(CongestionSettings.Marked.OCCUPANCY, 256, 20 * 1024),
                settings.congestion());
        parse(FIRST.replace("multicastWeight: 50", "congestionBalance: 1MiB"));
        parse(
                FIRST.replace("lossless: [3]", "congestion: sample")
                        .replace("multicastWeight: 50", "congestionBalance: 170KiB"));
    }

    /** Without the section there is no key to point at. */
    @Test
    void shouldRefuseMorePortsThanExits() {
        final StringBuilder text =
                new StringBuilder(
                        "switch: {name: n1, role: surrogate, mac: \"02:00:00:00:00:01\"}\n"
                                + "ports:\n");
        for (int i = 0; i < 64; i++) {
            text.append("  - {name: p").append(i).append(", driver: memory}\n");
        }
        final String message = refusal(text.toString());
        assertTrue(
                message.contains("n1.yaml:66:5: 64 ports and legs together > 63; have fewer ports"),
                message);
    }

    private static String node(
            final int number, final String legs, final String forward, final int mac) {
        return """
        switch: {name: n%d, role: surrogate, mac: "02:00:00:00:00:%02x"}
        ports: [{name: h0, driver: memory}, {name: f0, driver: memory}]
        surrogate:
          legs: [%s]
        groups: [{id: 239.1.1.1, deliver: [h0], forward: [%s]}]
        """
                .formatted(number, mac, legs, forward);
    }

    private static String leg(final int to) {
        return "{node: n%d, port: f0, mac: \"02:00:00:00:00:%02x\"}".formatted(to, to);
    }

    private String together(final Map<String, String> texts) throws Exception {
        final List<Path> files = new ArrayList<>();
        for (final String name : texts.keySet().stream().sorted().toList()) {
            files.add(Files.writeString(dir.resolve(name), texts.get(name)));
            ConfigurationReader.read(files.get(files.size() - 1));
        }
        try {
            SwitchFiles.check(files);
            return "";
        } catch (final ConfigurationException e) {
            return e.getMessage();
        }
    }

    @Test
    void shouldTakeATreeThatIsForwardedInBothDirections() throws Exception {
        assertEquals(
                "",
                together(
                        Map.of(
                                "a", node(1, leg(2), "n2", 1),
                                "b", node(2, leg(1) + ", " + leg(3), "n1, n3", 2),
                                "c", node(3, leg(2), "n2", 3))));
    }

    @Test
    void shouldNameACircleOverSeveralFiles() throws Exception {
        final String message =
                together(
                        Map.of(
                                "a", node(1, leg(2) + ", " + leg(3), "n2", 1),
                                "b", node(2, leg(1) + ", " + leg(3), "n3", 2),
                                "c", node(3, leg(1) + ", " + leg(2), "n1", 3)));
        assertTrue(
                message.contains(
                        "c:5:51: group 239.1.1.1 goes in a circle over the nodes n1, n2, n3;"
                                + " remove 'n1' from forward here"),
                message);
    }

    /** A ring multiplies link-local frames and queries, although no group has a circle. */
    @Test
    void shouldNameALegThatClosesARing() throws Exception {
        final String message =
                together(
                        Map.of(
                                "a", node(1, leg(2) + ", " + leg(3), "n2, n3", 1),
                                "b", node(2, leg(1) + ", " + leg(3), "", 2),
                                "c", node(3, leg(1) + ", " + leg(2), "", 3)));
        assertTrue(
                message.contains(
                        "b:4:58: the leg to 'n3' closes a ring: other legs join 'n2' and 'n3'"
                                + " already; remove both ends of this leg"),
                message);
        assertEquals(1, message.lines().filter(each -> each.contains("ring")).count(), message);
    }

    @Test
    void shouldNameALegWithoutItsOtherEnd() throws Exception {
        final String lonely =
                together(Map.of("a", node(1, leg(2), "n2", 1), "b", node(2, leg(3), "n3", 2)));
        assertTrue(lonely.contains("a:4:10: node 'n2' has no leg to 'n1'; add"), lonely);
        final String other =
                together(Map.of("a", node(1, leg(2), "n2", 1), "b", node(2, leg(1), "n1", 9)));
        assertTrue(other.contains("a:4:36: node 'n2' has MAC 02:00:00:00:00:09"), other);
    }

    @Test
    void shouldNameAPathWithMoreLegsThanLanes() throws Exception {
        final Map<String, String> texts = new HashMap<>();
        for (int i = 1; i <= 6; i++) {
            final String up = i == 1 ? "" : leg(i - 1) + ", ";
            texts.put("n" + i, node(i, up + leg(i + 1), "n" + (i + 1), i));
        }
        final String message = together(texts);
        assertTrue(message.contains("a frame has lanes for 4 legs"), message);
    }
}
