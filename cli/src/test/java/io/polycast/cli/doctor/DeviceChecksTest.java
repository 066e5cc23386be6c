package io.polycast.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.doctor.Finding.Status;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.afpacket.AfPacketSpec;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.DeviceFacts;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.datagram.DatagramSpec;
import io.polycast.xdp.dpdk.DpdkSpec;
import io.polycast.xdp.memory.MemorySpec;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.sys.DeviceLock;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceChecksTest {
    private static final int CHUNK = 4096;

    private static PortConfig port(final String driver, final int queues) {
        return port(driver, queues, 0);
    }

    private static PortConfig port(final String driver, final int queues, final int mtu) {
        final PortSpec spec =
                switch (driver) {
                    case "af_xdp" -> new AfXdpSpec("eth0", queues, 1024, XdpMode.AUTO);
                    case "af_packet" -> new AfPacketSpec("eth0");
                    case "datagram" -> new DatagramSpec(null, null);
                    case "memory" -> new MemorySpec(1024);
                    case "dpdk" -> new DpdkSpec("eth0", 1024, mtu, List.of());
                    default -> throw new IllegalArgumentException(driver);
                };
        return new PortConfig("p0", mtu, spec);
    }

    private static DeviceFacts.Driver driver(final String name, final int queues) {
        return new DeviceFacts.Driver(name, queues, false, false, false, true);
    }

    private static DeviceFacts able(final long features, final boolean veth) {
        return new DeviceFacts(
                "eth0",
                DeviceFacts.State.UP,
                1500,
                driver("any", 1),
                new DeviceFacts.Xdp("none", 0, features),
                veth,
                veth ? "eth1" : "",
                DeviceLock.NOBODY);
    }

    @Test
    void shouldSayWhichDevicesKeepGroupsInUserSpace() {
        final PortConfig port = port("af_xdp", 1);
        assertEquals(Status.OK, DeviceChecks.kernelDatapath(port, able(7, false)).status());
        assertEquals(Status.OK, DeviceChecks.kernelDatapath(port, able(-1, false)).status());
        final Finding none = DeviceChecks.kernelDatapath(port, able(3, true));
        assertEquals(Status.WARN, none.status());
        assertTrue(none.toString().contains("ethtool -K eth1 gro on"), none.toString());
        final PortConfig generic =
                new PortConfig("p0", 0, new AfXdpSpec("eth0", 1, 1024, XdpMode.GENERIC));
        assertEquals(Status.WARN, DeviceChecks.kernelDatapath(generic, able(7, true)).status());
    }

    private static DeviceFacts served(final long by) {
        return new DeviceFacts(
                "eth0",
                DeviceFacts.State.UP,
                1500,
                driver("any", 1),
                new DeviceFacts.Xdp("native", 77, -1),
                false,
                "",
                by);
    }

    @Test
    void shouldNameWhoServesADeviceAndLeaveItsProgramAlone() {
        for (final String driver : List.of("af_xdp", "af_packet")) {
            final List<Finding> findings = DeviceChecks.run(port(driver, 1), served(4711), CHUNK);
            assertEquals(Status.FAIL, findings.get(0).status());
            assertTrue(findings.get(0).found().contains("process 4711"), findings.toString());
            assertTrue(findings.stream().noneMatch(each -> each.line().contains("xdp off")));
        }
        final List<Finding> unseen =
                DeviceChecks.run(port("af_xdp", 1), served(DeviceLock.UNKNOWN), CHUNK);
        assertEquals(Status.FAIL, unseen.get(0).status());
        assertTrue(unseen.stream().noneMatch(each -> each.line().contains("xdp off")));
        final List<Finding> left =
                DeviceChecks.run(port("af_xdp", 1), served(DeviceLock.NOBODY), CHUNK);
        assertTrue(left.stream().noneMatch(each -> each.status() == Status.FAIL));
        assertTrue(left.stream().anyMatch(each -> each.line().contains("eth0 xdp off")));
    }

    private static DeviceFacts device(final String driver, final int mtu, final int queues) {
        return new DeviceFacts(
                "eth0",
                DeviceFacts.State.UP,
                mtu,
                driver(driver, queues),
                new DeviceFacts.Xdp("none", 0, -1),
                driver.equals("veth"),
                "",
                DeviceLock.NOBODY);
    }

    @Test
    void shouldAskForAQueueForEachShard() {
        final PortConfig port = port("af_xdp", AfXdpSpec.ALL_QUEUES);
        assertEquals(Status.OK, DeviceChecks.shards(port, device("any", 1500, 4), 4).status());
        final Finding few = DeviceChecks.shards(port, device("any", 1500, 2), 4);
        assertEquals(Status.FAIL, few.status());
        assertTrue(few.toString().contains("ethtool -L eth0 combined 4"), few.toString());
        assertEquals(
                "ethtool -L eth0 rx 4 tx 4",
                DeviceChecks.shards(port, device("veth", 1500, 2), 4).remedy());
    }

    private static Finding find(final List<Finding> findings, final String what) {
        return findings.stream()
                .filter(each -> each.check().endsWith(what))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"9000, 4096", "4200, 4096", "4176, 4096", "4175, 2048", "1500, 1024", "335, 0"})
    void shouldTellTheLargestPathMtuThatAnMtuCarries(final int mtu, final int pathMtu) {
        assertEquals(pathMtu, DeviceChecks.largestPathMtu(mtu));
    }

    @Test
    void shouldNameADeviceThatIsNotThere() {
        final DeviceFacts none = DeviceFacts.missing("eth0");
        final List<Finding> findings = DeviceChecks.run(port("af_xdp", 1), none, CHUNK);
        assertEquals(1, findings.size());
        assertEquals(Status.FAIL, findings.get(0).status());
        assertEquals(
                "fail  port p0 (eth0): there is no such device here; ip link shows the devices of"
                        + " this network namespace",
                findings.get(0).line());
    }

    @Test
    void shouldCompareTheMtuWithTheChunk() {
        final List<Finding> findings =
                DeviceChecks.run(port("af_xdp", 1), device("ice", 9000, 1), CHUNK);
        final Finding mtu = find(findings, "MTU");
        assertEquals(Status.FAIL, mtu.status());
        assertEquals("ip link set eth0 mtu 3822, which carries path MTU 2048", mtu.remedy());
        assertEquals(
                Status.OK,
                find(DeviceChecks.run(port("af_xdp", 1), device("ice", 3822, 1), CHUNK), "MTU")
                        .status());
    }

    @ParameterizedTest
    @CsvSource({
        "AF_XDP, 1500, 1496, OK",
        "AF_XDP, 1500, 1497, FAIL",
        "AF_PACKET, 1500, 1497, FAIL",
        "AF_PACKET, 9000, 3818, OK",
        "AF_PACKET, 9000, 3819, FAIL",
        "DATAGRAM, 1500, 3817, OK",
        "DATAGRAM, 1500, 3818, FAIL",
        "MEMORY, 1500, 3818, OK",
        "DPDK, 1500, 3819, FAIL"
    })
    void shouldCompareTheDemandedMtuAsTheSwitchDoes(
            final String driver, final int mtu, final int demanded, final Status expected) {
        final PortConfig port = port(driver.toLowerCase(Locale.ROOT), 1, demanded);
        final Finding finding = DeviceChecks.demandedMtu(port, device("ice", mtu, 1), CHUNK);
        assertEquals(expected, finding.status(), finding.line());
        assertEquals(expected != Status.OK, finding.found().startsWith("mtu=" + demanded));
    }

    @ParameterizedTest
    @CsvSource({"4, 2, FAIL", "1, 8, FAIL", "2, 2, OK", "0, 8, OK"})
    void shouldCompareQueuesBothWays(final int given, final int there, final Status expected) {
        final List<Finding> findings =
                DeviceChecks.run(port("af_xdp", given), device("ice", 1500, there), CHUNK);
        assertEquals(expected, find(findings, "queues").status());
    }

    @Test
    void shouldWarnOfPeersThatLeaveChecksumsOut() {
        final Finding finding =
                find(
                        DeviceChecks.run(port("af_xdp", 1), device("veth", 1500, 1), CHUNK),
                        "offloads");
        assertEquals(Status.WARN, finding.status());
        assertTrue(finding.remedy().contains("tx off"), finding.remedy());
    }

    @Test
    void shouldWarnOfMergedSegmentsAtPacketSockets() {
        final Finding finding =
                find(
                        DeviceChecks.run(port("af_packet", 1), device("ice", 1500, 1), CHUNK),
                        "offloads");
        assertEquals(Status.WARN, finding.status());
        assertEquals("ethtool -K eth0 gro off", finding.remedy());
    }
}
