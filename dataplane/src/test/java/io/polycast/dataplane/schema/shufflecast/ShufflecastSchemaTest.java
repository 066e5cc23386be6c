package io.polycast.dataplane.schema.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShufflecastSchemaTest {
    private static final String FIRST =
            """
            switch: {name: tor0, role: shufflecast, mac: "02:00:00:00:00:01"}
            ports:
              - {name: h0, driver: memory}
              - {name: h1, driver: memory}
              - {name: out, driver: memory}
              - {name: in0, driver: memory}
              - {name: in1, driver: memory}
            shufflecast:
              p: 2
              k: 2
              tor: 0
              splitter: out
              in: [in0, in1]
              sources: {base: 10.16.0.0, length: 24}
              rules: static
            groups:
              - {id: 239.1.1.1, ports: [h0, h1]}
            """;
    private static final String NODES =
            "nodes: [{tor: 0, splitter: out, in: [in0, in1]}, {tor: 5, splitter: h0, in: [a, b]}]";

    private static Configuration parse(final String text) throws ConfigurationException {
        return ConfigurationReader.parse("tor0.yaml", text);
    }

    @Test
    void shouldReadAFirstConfiguration() throws Exception {
        final Configuration configuration = parse(FIRST);
        assertEquals(
                new ShufflecastSettings(
                        List.of(
                                new RelaySpec(
                                        0, 2, List.of(3, 4), List.of(4, 6), List.of(0, 1, 4, 6))),
                        new SourceRange(0x0A10_0000, 24, 8),
                        10_000_000,
                        3),
                ShufflecastSections.of(configuration).relay());
        final ShufflecastGroup group = (ShufflecastGroup) configuration.groups().get(0);
        assertEquals(new ShufflecastGroup(0xEF01_0101, 3), group);
        final List<String> ports = configuration.ports().stream().map(PortConfig::name).toList();
        final String written = configuration.role().write(group, ports).toString();
        assertEquals(group, ConfigurationReader.parseGroup("entry", written, configuration));
        assertEquals(
                List.of("group 239.1.1.1: members at h0, h1"),
                configuration.role().describe(group, ports));
        assertEquals(
                List.of(
                        "relay of ToR 0: splitter out, in0 from ToR 4, in1 from ToR 6, static rules"
                                + " for 4 sources"),
                configuration.role().describe(configuration));
        assertEquals(
                "{relays=[{tor=0, splitter=out, in=[in0, in1], upstreams=[4, 6], rules=static}]}",
                configuration.role().values(configuration).toString());
    }

    @Test
    void shouldReadATorOfTwoNodesWhoseRulesAControlTells() throws Exception {
        final String two =
                FIRST.replace(
                                "h0, driver: memory}",
                                "a, driver: memory}\n  - {name: b, driver: memory}")
                        .replace(
                                "  tor: 0\n  splitter: out\n  in: [in0, in1]\n",
                                "  " + NODES.replace("splitter: h0", "splitter: out2") + "\n")
                        .replace("ports: [h0, h1]", "ports: [h1]")
                        .replace("  rules: static\n", "")
                        .replace(
                                "  - {name: out,",
                                "  - {name: out2, driver: memory}\n  - {name: out,");
        final ShufflecastSettings settings = ShufflecastSections.of(parse(two)).relay();
        assertEquals(2, settings.relays().size());
        assertEquals(
                new RelaySpec(5, 3, List.of(0, 1), List.of(0, 2), null), settings.relays().get(1));
        assertNull(settings.relays().get(0).rules());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p: 2 | p: 60 | 9:6: p=60, k=3: k p^k exceeds 65536 ToRs; take a smaller p or k",
                "tor: 0 | tor: 8 | 11:8: tor=8 is not in [0, 7]; take a ToR of the 2,2-Shufflecast",
                "tor: 0 | tor: 70000 | 11:8: 'tor': 70000 is out of range",
                "splitter: out | splitter: in0 | 13:8: port 'in0' leads to or from a splitter"
                        + " already",
                "[in0, in1] | [in0, in0] | 13:13: port 'in0' leads to or from a splitter already",
                "[in0, in1] | [in0] | 13:7: in has 1 ports, but p=2 splitters lead to a node; name",
                "[in0, in1] | [in0, in9] | 13:13: there is no port 'in9'; did you mean 'in0'?",
                "ports: [h0, h1] | ports: [h0, out] | 17:33: port 'out' leads to or from a"
                        + " splitter;",
                "ports: [h0, h1] | ports: [h0, h9] | 17:33: there is no port 'h9'; did you mean",
                "ports: [h0, h1] | ports: [h0, h0] | 17:33: port 'h0' is named twice; keep one",
                "ports: [h0, h1] | ports: [] | 17:28: 'ports' has 0 entries; give a list of 1",
                "id: 239.1.1.1 | id: 224.0.0.9 | 17:10: 'id': 224.0.0.9 cannot be the address",
                "id: 239.1.1.1 | id: 10.0.0.9 | 17:10: 'id': 10.0.0.9 cannot be the address",
                "base: 10.16.0.0 | base: 10.16.0.1 | 14:19: base 10.16.0.1 has bits behind its"
                        + " prefix of 24; write 10.16.0.0",
                "base: 10.16.0.0 | base: 223.255.252.0 | 14:42: addresses of ToR 4 are outside",
                "base: 10.16.0.0 | base: 239.0.0.0 | 14:19: 'base': 239.0.0.0 cannot be the"
                        + " address",
                "  tor: 0 | '' | 9:3: shufflecast lacks key 'tor'; add tor, splitter and in; or",
                "tor: 0 | 'nodes: [{tor: 0, splitter: out, in: [in0, in1]}]'"
                        + " | 12:13: 'splitter' stands beside nodes; write it in an entry",
                "shufflecast: | 'wires: [[h0, out]]\nshufflecast:' | 13:13: port 'out' is in wires",
                "rules: static | 'control: \"127.0.0.1:4793\"' | 15:12: control stands"
                        + " without tokenFile; give both, or none",
                "rules: static | tokenFile: t | 15:14: tokenFile stands without control",
                "rules: static | 'rules: static\n  control: \"127.0.0.1:4793\"\n  tokenFile: t'"
                        + " | 16:12: control stands beside rules: static; leave out one of them",
                "ports: | 'pipeline: {shards: 2, threading: staged}\nports:'"
                        + " | 2:20: role shufflecast runs in one shard",
            })
    void shouldNamePlaceAndRemedy(final String what, final String instead, final String expected) {
        final String text = "p: 60".equals(instead) ? FIRST.replace("k: 2", "k: 3") : FIRST;
        refuse(text.replaceFirst(Pattern.quote(what), instead == null ? "" : instead), expected);
    }

    @Test
    void shouldRefuseMirrorsAndFilesWithoutTheSection() {
        final String nodes =
                FIRST.replace("  tor: 0\n  splitter: out\n  in: [in0, in1]\n", "  " + NODES + "\n");
        refuse(
                nodes.replace("tor: 5", "tor: 2"),
                "11:58: nodes 0 and 2 are mirrors: one failure would leave their class without");
        refuse(nodes.replace("tor: 5", "tor: 0"), "11:58: node 0 is named twice; keep one");
        refuse(
                FIRST.substring(0, FIRST.indexOf("shufflecast:\n")),
                "the file lacks key 'shufflecast'");
        refuse(FIRST.replace("role: shufflecast, ", ""), "only for role shufflecast");
    }

    private static void refuse(final String text, final String expected) {
        final String message =
                assertThrows(ConfigurationException.class, () -> parse(text)).getMessage();
        assertTrue(message.contains(expected), message);
        assertTrue(message.contains("; "), message);
    }
}
