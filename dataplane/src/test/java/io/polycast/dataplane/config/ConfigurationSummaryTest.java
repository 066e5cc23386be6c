package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigurationSummaryTest {
    private static final String YAML =
            """
            switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
            ports:
              - {name: p0, driver: af_xdp, device: veth0}
              - {name: p1, driver: memory}
              - {name: p2, driver: datagram, local: "127.0.0.1:22001", remote: "127.0.0.1:21001"}
            wires: [[p0, p1]]
            groups:
              - id: 10.255.0.1
                paths:
                  - {port: p0, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 256}}
                  - {port: p2, vlan: 7, switch: {mac: "02:00:00:00:01:fe"}}
            """;

    @Test
    void shouldSayWhatSwitchWouldDo() throws ConfigurationException {
        final Configuration c = ConfigurationReader.parse("c.yaml", YAML);
        assertEquals(
                List.of(
                        "switch leaf1, role cepheus, MAC 02:00:00:00:00:fe",
                        "staged threading on 4 cores: pc-rx-0, pc-core-0, pc-ctl; waiting yielding",
                        "datapath auto: groups are replicated in user space, for one port only is"
                                + " of driver af_xdp",
                        "memory: frames 41732KiB, feedback 1152KiB in run/leaf1.state",
                        "port p0: af_xdp on veth0; wired to p1: what is not for a group crosses",
                        "port p1: memory; wired to p0: what is not for a group crosses",
                        "port p2: datagram at 127.0.0.1:22001 to 127.0.0.1:21001; drops what is not"
                                + " for a group",
                        "group 10.255.0.1: 2 paths, unknown until they answer, fatal NAK"
                                + " fail-group, silent freeze",
                        "  p0 host 10.0.0.2 QPN 256, no WRITE",
                        "  p2 vlan 7 switch 02:00:00:00:01:fe",
                        "control socket run/leaf1.sock, counters run/leaf1.counters"),
                new ConfigurationSummary(c, 4).lines());
        assertEquals(List.of("pc-core-0"), new ConfigurationSummary(c, 2).values().get("threads"));
    }

    @Test
    void shouldSayHowDpdkRunsAndWhatItDrives() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "c.yaml",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: dpdk, devargs: net_ring0}]
                        """);
        final List<String> lines = new ConfigurationSummary(c, 4).lines();
        assertTrue(lines.contains("DPDK: --no-huge -m 1024 --no-pci"), lines.toString());
        assertTrue(
                lines.contains("port p0: dpdk on net_ring0; drops what is not for a group"),
                lines.toString());
    }

    @Test
    void shouldKeepOrderOfKeysForPrograms() throws ConfigurationException {
        final Configuration c = ConfigurationReader.parse("c.yaml", YAML);
        final Map<String, Object> values = new ConfigurationSummary(c, 4).values();
        assertEquals(
                "[{name=p0, driver=af_xdp}, {name=p1, driver=memory}, {name=p2, driver=datagram}]",
                values.get("ports").toString());
        assertEquals(List.of("name", "role", "mac"), values.keySet().stream().limit(3).toList());
    }

    /** Rules for IPv4 and IPv6 at two devices, beside a port that needs none. */
    private static List<String> steering(final int groups) throws ConfigurationException {
        final StringBuilder yaml =
                new StringBuilder(
                        """
                        switch: {mac: "02:00:00:00:00:fe", mcstPrefix6: "fd00:10::"}
                        pipeline: {threading: fused, shards: 2, steering: destination}
                        ports:
                          - {name: p0, driver: af_xdp, device: eth0, queues: 2}
                          - {name: p1, driver: af_xdp, device: eth1, queues: 2}
                        groups:
                        """);
        for (int i = 1; i <= groups; i++) {
            yaml.append("  - id: 10.255.0.").append(i).append('\n');
            yaml.append("    paths:\n");
            for (int port = 0; port < 2; port++) {
                yaml.append("      - {port: p").append(port).append(", host: {ip: 10.0.0.");
                yaml.append(port + 1).append(", mac: \"02:00:00:00:00:0").append(port + 1);
                yaml.append("\", qpn: ").append(256 + i).append("}}\n");
            }
        }
        final Configuration c = ConfigurationReader.parse("c.yaml", yaml.toString());
        return new ConfigurationSummary(c, 4, device -> Optional.empty()).lines();
    }

    private static long rules(final List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("  ethtool")).count();
    }

    @Test
    void shouldShowAllRulesOfTheGroupsThatItShows() throws ConfigurationException {
        final List<String> lines = steering(20);
        assertEquals(20 * 2 * 2, rules(lines));
        assertTrue(lines.stream().noneMatch(line -> line.startsWith("  and ")), lines.toString());
    }

    @Test
    void shouldSayHowManyRulesItLeavesOut() throws ConfigurationException {
        final List<String> lines = steering(23);
        assertEquals(20 * 2 * 2, rules(lines));
        assertTrue(lines.contains("  and 12 more, all of them with --json"), lines.toString());
    }

    @Test
    void shouldNameTheLegsOfANode() throws Exception {
        final ConfigurationSummary summary =
                new ConfigurationSummary(
                        ConfigurationReader.parse(
                                "n1.yaml",
                                """
                                switch: {name: n1, role: surrogate, mac: "02:00:00:00:00:01"}
                                ports: [{name: h0, driver: memory}, {name: f0, driver: memory}]
                                surrogate:
                                  legs: [{node: n2, port: f0, mac: "02:00:00:00:00:02", uplink: true}]
                                """),
                        2);
        assertTrue(
                summary.lines().contains("leg to node n2 above: port f0, MAC 02:00:00:00:00:02"),
                summary.lines().toString());
        assertEquals(
                "[{node=n2, port=f0, mac=02:00:00:00:00:02, uplink=true}]",
                summary.values().get("legs").toString());
    }
}
