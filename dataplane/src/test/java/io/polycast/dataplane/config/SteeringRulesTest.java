package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an operator is told about steering. */
class SteeringRulesTest {
    private static final int FIRST = 0x0AFF_0001;

    private static final SteeringRules.Peers NICS = device -> Optional.empty();

    /** Device eth1 is a veth. */
    private static final SteeringRules.Peers ONE_VETH =
            device -> device.equals("eth1") ? Optional.of("e0") : Optional.empty();

    private static String yaml(final String pipeline, final String more) {
        return """
        switch: {name: s, mac: "02:00:00:00:00:fe"%s}
        pipeline: {%s}
        ports:
          - {name: p0, driver: af_xdp, device: eth0, queues: 4}
          - {name: p1, driver: af_xdp, device: eth1}
        groups:
          - id: 10.255.0.1
            paths: [{port: p0, host: {ip: 10.0.0.1, mac: "02:00:00:00:00:01", qpn: 16}},
                    {port: p1, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 17}}]
        """
                .formatted(more, pipeline);
    }

    private static Configuration steered() throws ConfigurationException {
        return ConfigurationReader.parse(
                "c.yaml", yaml("threading: fused, shards: 2, steering: destination", ""));
    }

    @Test
    void shouldSendAGroupToTheQueueOfItsShardOnEveryDevice() throws ConfigurationException {
        final List<SteeringRules.Rule> rules =
                SteeringRules.of(steered(), List.of(FIRST, FIRST + 1), NICS);
        assertEquals(4, rules.size());
        for (int i = 0; i < 4; i++) {
            final SteeringRules.Rule rule = rules.get(i);
            final int shard = SteeringRules.shardOf(FIRST + i / 2, 2);
            assertEquals(shard, rule.shard());
            assertEquals(
                    "ethtool -N eth"
                            + i % 2
                            + " flow-type udp4 dst-ip 10.255.0."
                            + (1 + i / 2)
                            + " action "
                            + shard,
                    rule.command());
        }
    }

    @Test
    void shouldKeepToTheFormulaThatOperatorsKnow() {
        assertEquals((FIRST * 0x9E3779B9L & 0xFFFF_FFFFL) % 3, SteeringRules.shardOf(FIRST, 3));
        assertEquals(1, SteeringRules.shardOf(FIRST, 2));
        assertEquals(0, SteeringRules.shardOf(FIRST + 1, 2));
    }

    @Test
    void shouldSteerIpv6AddressesWhereGroupsHaveThem() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "c.yaml",
                        yaml(
                                "threading: fused, shards: 2, steering: destination",
                                ", mcstPrefix6: \"fd00:6d63::/96\""));
        assertEquals(
                "ethtool -N eth0 flow-type udp6 dst-ip fd00:6d63:0:0:0:0:aff:1 action 1",
                SteeringRules.of(c, List.of(FIRST), NICS).get(1).command());
    }

    /** A veth has no flow steering: the one who sends at its other end chooses the queue. */
    @Test
    void shouldSteerAtTheOtherEndOfAVeth() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "c.yaml",
                        yaml(
                                "threading: fused, shards: 2, steering: destination",
                                ", mcstPrefix6: \"fd00:6d63::/96\""));
        assertEquals(
                List.of(
                        "ethtool -N eth0 flow-type udp4 dst-ip 10.255.0.1 action 1",
                        "ethtool -N eth0 flow-type udp6 dst-ip fd00:6d63:0:0:0:0:aff:1 action 1",
                        "tc filter add dev e0 egress protocol ip flower dst_ip 10.255.0.1 action"
                                + " skbedit queue_mapping 1",
                        "tc filter add dev e0 egress protocol ipv6 flower dst_ip"
                                + " fd00:6d63:0:0:0:0:aff:1 action skbedit queue_mapping 1"),
                SteeringRules.of(c, List.of(FIRST), ONE_VETH).stream()
                        .map(SteeringRules.Rule::command)
                        .toList());
        final List<String> lines = new ConfigurationSummary(c, 2, ONE_VETH).lines();
        final int first = lines.indexOf("  tc qdisc add dev e0 clsact");
        assertTrue(lines.get(first + 1).startsWith("  ethtool -N eth0"), lines.toString());
    }

    @Test
    void shouldNeedNoRulesOtherwise() throws ConfigurationException {
        final Configuration staged =
                ConfigurationReader.parse("c.yaml", yaml("threading: staged, shards: 2", ""));
        assertFalse(SteeringRules.areNeeded(staged));
        assertEquals(List.of(), SteeringRules.of(staged, List.of(FIRST)));
    }

    @Test
    void shouldPrintRulesOfStaticGroups() throws ConfigurationException {
        final ConfigurationSummary summary = new ConfigurationSummary(steered(), 2, NICS);
        final List<String> lines = summary.lines();
        assertTrue(
                lines.contains("  ethtool -N eth1 flow-type udp4 dst-ip 10.255.0.1 action 1"),
                lines.toString());
        assertEquals(2, ((List<?>) summary.values().get("steering")).size());
    }

    @Test
    void shouldWarnOfSteeringThatMeansNothing() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse("c.yaml", yaml("steering: destination", ""));
        assertEquals(
                List.of(
                        "c.yaml:2:22: only several fused shards are steered to; write threading:"
                                + " fused and shards: 2 or more, or remove it"),
                c.warnings().stream().map(Problem::toString).toList());
    }
}
