package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problem;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.parser.wire.Ipv4;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
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
          - {name: p0, driver: af_xdp, device: eth0, queues: 16}
          - {name: p1, driver: af_xdp, device: eth1, queues: 16}
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

    private static Configuration withPrefix(final int shards, final String prefix)
            throws ConfigurationException {
        return ConfigurationReader.parse(
                "c.yaml",
                yaml(
                        "threading: fused, steering: destination, shards: " + shards,
                        ", mcstPrefix: " + prefix + ", mcstPrefix6: \"fd00:6d63::/96\""));
    }

    /** Groups of the prefix come and go; their rules stay. */
    @Test
    void shouldSteerTheWholePrefixByAsManyRulesAsShards() throws ConfigurationException {
        final Configuration c = withPrefix(2, "10.255.0.0/16");
        final List<SteeringRules.Rule> rules = SteeringRules.of(c, List.of(FIRST), ONE_VETH);
        assertEquals(
                List.of(
                        "ethtool -N eth0 flow-type udp4 dst-ip 10.255.0.0 m 0.0.255.254 action 0",
                        "ethtool -N eth0 flow-type udp6 dst-ip fd00:6d63:0:0:0:0:aff:0 m"
                                + " 0:0:0:0:0:0:0:fffe action 0",
                        "tc filter add dev e0 egress protocol ip u32 match u32 0x0aff0000"
                                + " 0xffff0001 at 16 action skbedit queue_mapping 0",
                        "tc filter add dev e0 egress protocol ipv6 u32 match ip6 dst"
                                + " fd00:6d63:0:0:0:0:0:0/96 match u32 0x0aff0000 0xffff0001 at 36"
                                + " action skbedit queue_mapping 0"),
                rules.stream().limit(4).map(SteeringRules.Rule::command).toList());
        assertEquals(8, rules.size(), "the group of the file is among them");
        assertEquals("10.255.0.1/255.255.0.1", rules.get(4).group());
        assertEquals(1, rules.get(4).shard());
    }

    @Test
    void shouldSteerGroupsOutsideThePrefixOneByOne() throws ConfigurationException {
        final List<SteeringRules.Rule> rules =
                SteeringRules.of(withPrefix(2, "10.254.0.0/16"), List.of(FIRST), NICS);
        assertEquals(12, rules.size());
        assertEquals("10.255.0.1", rules.get(8).group());
    }

    /** The low bits do not tell the shard where shards are no power of two. */
    @Test
    void shouldSteerGroupByGroupWithThreeShards() throws ConfigurationException {
        final List<SteeringRules.Rule> rules =
                SteeringRules.of(withPrefix(3, "10.255.0.0/16"), List.of(FIRST), NICS);
        assertEquals(4, rules.size());
        assertEquals("10.255.0.1", rules.get(0).group());
    }

    @Property
    void shouldBringEachGroupOfThePrefixToItsShardByOneRule(
            @ForAll final int address,
            @ForAll @IntRange(min = 8, max = 30) final int length,
            @ForAll @IntRange(min = 1, max = 4) final int bits)
            throws ConfigurationException {
        final int network = 0x0B00_0000 | McstPrefix.networkOf(address & 0x00FF_FFFF, length);
        final McstPrefix prefix = new McstPrefix(network, length);
        final Configuration c = withPrefix(1 << bits, prefix.toString());
        final int mcstId = network | address & ~prefix.mask();
        final List<SteeringRules.Rule> taking =
                SteeringRules.of(c, List.of(), NICS).stream()
                        .filter(rule -> rule.command().contains("eth0 flow-type udp4"))
                        .filter(rule -> takes(rule.group(), mcstId))
                        .toList();
        assertEquals(1, taking.size(), prefix + " " + mcstId);
        assertEquals(SteeringRules.shardOf(mcstId, 1 << bits), taking.get(0).shard());
    }

    private static boolean takes(final String group, final int mcstId) {
        final String[] parts = group.split("/");
        return (mcstId & Ipv4.parse(parts[1])) == Ipv4.parse(parts[0]);
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
