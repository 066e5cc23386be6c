package io.polycast.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.doctor.Finding.Status;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.PortConfig.Driver;
import io.polycast.dataplane.config.PortConfig.Mode;
import io.polycast.xdp.probe.DeviceFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceChecksTest {
    private static final int CHUNK = 4096;

    private static PortConfig port(final Driver driver, final int queues) {
        return new PortConfig("p0", driver, "eth0", queues, null, null, null, null, Mode.AUTO, 0);
    }

    private static DeviceFacts device(final String driver, final int mtu, final int queues) {
        return new DeviceFacts(
                "eth0",
                true,
                true,
                mtu,
                driver,
                queues,
                false,
                false,
                false,
                true,
                "none",
                0,
                -1,
                driver.equals("veth"),
                "");
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
        final DeviceFacts none =
                new DeviceFacts(
                        "eth0", false, false, 0, "", 0, false, false, false, false, "none", 0, -1,
                        false, "");
        final List<Finding> findings = DeviceChecks.run(port(Driver.AF_XDP, 1), none, CHUNK);
        assertEquals(1, findings.size());
        assertEquals(Status.FAIL, findings.get(0).status());
        assertEquals(
                "fail  port p0 (eth0): there is no such device here; ip link shows the devices of"
                        + " this network namespace",
                findings.get(0).line());
    }

    @Test
    void shouldRefuseAVethWhoseMtuIsBeyondXdp() {
        final List<Finding> findings =
                DeviceChecks.run(port(Driver.AF_XDP, 1), device("veth", 9000, 1), CHUNK);
        final Finding mtu = find(findings, "MTU");
        assertEquals(Status.FAIL, mtu.status());
        assertTrue(mtu.remedy().contains("mtu 3506"), mtu.remedy());
    }

    @Test
    void shouldCompareTheMtuWithTheChunk() {
        final List<Finding> findings =
                DeviceChecks.run(port(Driver.AF_XDP, 1), device("ice", 9000, 1), CHUNK);
        final Finding mtu = find(findings, "MTU");
        assertEquals(Status.WARN, mtu.status());
        assertTrue(mtu.remedy().contains("at 2048 or below"), mtu.remedy());
    }

    @Test
    void shouldCompareQueuesBothWays() {
        assertEquals(
                Status.FAIL,
                find(
                                DeviceChecks.run(
                                        port(Driver.AF_XDP, 4), device("ice", 1500, 2), CHUNK),
                                "queues")
                        .status());
        assertEquals(
                Status.WARN,
                find(
                                DeviceChecks.run(
                                        port(Driver.AF_XDP, 1), device("ice", 1500, 8), CHUNK),
                                "queues")
                        .status());
        assertEquals(
                Status.OK,
                find(
                                DeviceChecks.run(
                                        port(Driver.AF_XDP, 2), device("ice", 1500, 2), CHUNK),
                                "queues")
                        .status());
    }

    @Test
    void shouldWarnOfPeersThatLeaveChecksumsOut() {
        final Finding finding =
                find(
                        DeviceChecks.run(port(Driver.AF_XDP, 1), device("veth", 1500, 1), CHUNK),
                        "offloads");
        assertEquals(Status.WARN, finding.status());
        assertTrue(finding.remedy().contains("tx off"), finding.remedy());
    }

    @Test
    void shouldWarnOfMergedSegmentsAtPacketSockets() {
        final Finding finding =
                find(
                        DeviceChecks.run(port(Driver.AF_PACKET, 1), device("ice", 1500, 1), CHUNK),
                        "offloads");
        assertEquals(Status.WARN, finding.status());
        assertEquals("ethtool -K eth0 gro off", finding.remedy());
    }
}
