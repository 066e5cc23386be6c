package io.polycast.dataplane.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.limits.LimitSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.ThreadPlan;
import io.polycast.dataplane.schema.cepheus.CepheusSections;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problem;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.afxdp.socket.XskOptions;
import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import io.polycast.xdp.datagram.DatagramSpec;
import io.polycast.xdp.dpdk.DpdkSpec;
import io.polycast.xdp.port.PortSpec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationReaderTest {
    private static final String FULL =
            """
            switch:
              name: leaf1
              role: cepheus
              mac: "02:00:00:00:00:fe"
              mcstPrefix6: "fd00:6d63::/96"
            pipeline: {threading: fused, wait: busy, shards: 1, verifyIcrc: all}
            protocol: {nakRepeat: 3us}
            limits: {feedbackBurst: 7, sourceInterval: 0s}
            ports:
              - {name: p0, driver: af_xdp, device: veth0, queues: 2, mode: generic}
              - {name: p1, driver: memory}
              - {name: p2, driver: datagram, local: "127.0.0.1:22001", remote: "127.0.0.1:21001"}
              - {name: p3, driver: pcap, in: a.pcap, out: b.pcap, mtu: 2100}
            wires: [[p0, p1]]
            control: {socket: run/x.sock}
            groups:
              - id: 10.255.0.1
                memoryBase: 0x1000
                initialPsn: 0xffffff
                uc: allow
                policy: {fatalNak: evict-member, silent: demote, silentAfter: 500ms}
                paths:
                  - port: p0
                    vlan: 100
                    host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 256}
                    memory: {va: 0xffff000000000000, rkey: 0xffffffff, length: 1MiB}
                  - port: p3
                    switch: {mac: "02:00:00:00:01:fe"}
            """;

    private static final String DPDK =
            """
            switch: {mac: "02:00:00:00:00:fe"}
            %s
            ports:
              - {name: p0, driver: dpdk, devargs: "net_af_packet0,iface=e0", mtu: 1100}
              - {name: p1, driver: dpdk, devargs: "0000:03:00.0", ringSize: 256}
              - {name: p2, driver: memory}
            """;

    @Test
    void shouldTellEveryDpdkPortHowDpdkRunsAndWhichDevicesItMayTouch()
            throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "dpdk.yaml", DPDK.formatted("dpdk: {eal: [\"-m\", 512, --no-hpet]}"));
        final List<String> eal = List.of("-m", "512", "--no-hpet", "--allow=0000:03:00.0");
        assertEquals(
                new DpdkSpec("net_af_packet0,iface=e0", 1024, 1100, eal), c.ports().get(0).spec());
        assertEquals(new DpdkSpec("0000:03:00.0", 256, 0, eal), c.ports().get(1).spec());
        assertTrue(c.warnings().isEmpty());
    }

    @Test
    void shouldRunDpdkWithoutHugePagesWhenNothingIsSaid() throws ConfigurationException {
        final Configuration c = ConfigurationReader.parse("dpdk.yaml", DPDK.formatted(""));
        assertEquals(
                List.of("--no-huge", "-m", "1024", "--allow=0000:03:00.0"),
                ((DpdkSpec) c.ports().get(0).spec()).eal());
    }

    @Test
    void shouldWarnOfADpdkSectionThatNoPortUses() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "c.yaml",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        dpdk: {eal: [--no-huge]}
                        ports: [{name: p0, driver: memory}]
                        """);
        assertEquals(1, c.warnings().size());
        assertTrue(c.warnings().get(0).toString().contains("no port is of driver dpdk"));
    }

    @Test
    void shouldTakeOneAddressInSeveralVlansAndSeveralSwitchesOnOnePort()
            throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "c.yaml",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports: [{name: p0, driver: memory}]
                        groups:
                          - id: 10.255.0.1
                            paths:
                              - {port: p0, vlan: 5, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 9}}
                              - {port: p0, vlan: 6, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 9}}
                              - {port: p0, switch: {mac: "02:00:00:00:01:02"}}
                              - {port: p0, switch: {mac: "02:00:00:00:01:03"}}
                        """);
        assertEquals(4, c.groups().get(0).pathCount());
    }

    @Test
    void shouldReadEverySection() throws ConfigurationException {
        final Configuration c = ConfigurationReader.parse("full.yaml", FULL);
        assertEquals("leaf1", c.identity().name());
        assertEquals(0x0200_0000_00FEL, c.identity().mac());
        assertEquals(12, c.identity().mcstPrefix6().length);
        assertEquals(PipelineConfig.Threading.FUSED, c.pipeline().threading());
        assertEquals(PipelineConfig.Wait.BUSY, c.pipeline().waiting());
        assertEquals(3_000, CepheusSections.of(c).protocol().nakRepeatNs());
        assertEquals(
                new LimitSettings(7, 256, 0, 256, 64, 4096), c.limits().rates(), "and defaults");
        assertEquals(4, c.ports().size());
        assertEquals("af_xdp", c.ports().get(0).driver());
        assertEquals(XdpMode.GENERIC, ((AfXdpSpec) c.ports().get(0).spec()).mode());
        assertEquals(22001, ((DatagramSpec) c.ports().get(2).spec()).local().getPort());
        assertEquals(2100, c.ports().get(3).mtu());
        assertArrayEquals(new int[] {1, 0, -1, -1}, c.wirePeers());
        assertEquals(Path.of("run/x.sock"), c.control().socket());
        assertEquals(Path.of("run/leaf1.state"), c.control().state());
        final GroupSpec group = (GroupSpec) c.groups().get(0);
        assertEquals(0x0AFF0001, group.mcstId());
        assertEquals(0xFF_FFFF, group.initialPsn());
        assertTrue(group.ucAllowed());
        assertEquals(FatalNakPolicy.EVICT_MEMBER, group.fatalNak());
        assertEquals(SilentPolicy.DEMOTE, group.silent());
        assertEquals(500_000_000, group.silentAfterNs());
        assertEquals(100, group.paths().get(0).vlanId());
        assertEquals(0xffff000000000000L, group.paths().get(0).memory().va());
        assertEquals(-1, group.paths().get(0).memory().rkey());
        assertEquals(1 << 20, group.paths().get(0).memory().length());
        assertEquals(3, group.paths().get(1).port());
        assertNull(group.paths().get(1).ip());
        assertEquals(
                List.of(
                        "full.yaml:21:13: the group leads to other switches: their policies are not"
                                + " seen from here; write the same silent, silentAfter and fatalNak"
                                + " on all switches of the group"),
                c.warnings().stream().map(Problem::toString).toList());
    }

    @Test
    void shouldFillDefaults() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "s.yaml",
                        "{switch: {mac: '02:00:00:00:00:01'}, ports: [{name: a, driver: memory}]}");
        assertEquals("switch", c.identity().name());
        assertEquals(1 << 20, CepheusSections.of(c).protocol().sourceWindow());
        assertEquals(4096, c.pipeline().buffers().ringSize());
        assertEquals(Path.of("run/switch.sock"), c.control().socket());
        assertTrue(c.groups().isEmpty());
        assertEquals(PipelineConfig.Threading.FUSED, ThreadPlan.of(c.pipeline(), 2).threading());
        assertEquals(PipelineConfig.Threading.STAGED, ThreadPlan.of(c.pipeline(), 3).threading());
    }

    @Test
    void shouldWarnOfMemoryWithoutLength() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse("w.yaml", FULL.replace(", length: 1MiB", ""));
        assertEquals(2, c.warnings().size());
        assertEquals(
                "w.yaml:26:17: memory without length: a WRITE past the region is left to the"
                        + " member's RNIC; add length to have it refused here",
                c.warnings().get(1).toString());
        assertEquals(0, ((GroupSpec) c.groups().get(0)).paths().get(0).memory().length());
    }

    @Test
    void shouldNotWarnOfPoliciesThatOnlyThisSwitchHasToKnow() throws ConfigurationException {
        final String policy = "{fatalNak: evict-member, silent: demote, silentAfter: 500ms}";
        assertEquals(
                List.of(),
                ConfigurationReader.parse("t.yaml", FULL.replace(policy, "{silentAfter: 1s}"))
                        .warnings());
        final String leaf = "switch: {mac: \"02:00:00:00:01:fe\"}";
        final String host = "host: {ip: 10.0.0.3, mac: \"02:00:00:00:00:03\", qpn: 256}";
        assertEquals(
                List.of(),
                ConfigurationReader.parse("t.yaml", FULL.replace(leaf, host)).warnings());
    }

    @Test
    void shouldReadOneGroupOfJson() throws ConfigurationException {
        final Configuration c = ConfigurationReader.parse("full.yaml", FULL);
        final GroupSpec group =
                (GroupSpec)
                        ConfigurationReader.parseGroup(
                                "stdin",
                                """
                                {"id": "10.255.0.9", "initialPsn": 4096, "paths": [{"port": "p2",
                                  "host": {"ip": "fd00::2", "mac": "02:00:00:00:00:02", "qpn": 17},
                                  "memory": {"va": "0x7f0000000000", "rkey": 40960, "length": 100}}]}
                                """,
                                c);
        assertEquals(2, group.paths().get(0).port());
        assertEquals(0x7f0000000000L, group.paths().get(0).memory().va());
        assertTrue(group.isIpv6());
    }

    @Test
    void shouldNamePlaceInGroupOfStdin() throws ConfigurationException {
        final Configuration c = ConfigurationReader.parse("full.yaml", FULL);
        final ConfigurationException e =
                assertThrows(
                        ConfigurationException.class,
                        () ->
                                ConfigurationReader.parseGroup(
                                        "stdin",
                                        "id: 10.255.0.9\npaths:\n- port: p9\n  switch: {mac:"
                                                + " '02:00:00:00:00:02'}\n",
                                        c));
        assertEquals("stdin:3:9: there is no port 'p9'; did you mean 'p0'?", e.getMessage());
    }

    @Test
    void shouldHandTheSocketsOptionsToTheDriver() throws ConfigurationException {
        final Configuration c =
                ConfigurationReader.parse(
                        "xsk.yaml",
                        """
                        switch: {mac: "02:00:00:00:00:fe"}
                        ports:
                          - {name: p0, driver: af_xdp, device: a, ringSize: 256, zeroCopy: on,
                             gather: off, busyPoll: 20us, busyPollBudget: 32}
                          - {name: p1, driver: af_xdp, device: b}
                        """);
        final AfXdpSpec tuned = (AfXdpSpec) c.ports().get(0).spec();
        assertEquals(new XskOptions(Wish.ON, Wish.OFF, 20, 32), tuned.xsk());
        assertEquals(256, tuned.ringSize());
        final AfXdpSpec plain = (AfXdpSpec) c.ports().get(1).spec();
        assertEquals(XskOptions.DEFAULT, plain.xsk());
        assertEquals(PortSpec.DEFAULT_RING_SIZE, plain.ringSize());
    }
}
