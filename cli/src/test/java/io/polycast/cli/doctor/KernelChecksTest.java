package io.polycast.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.doctor.Finding.Status;
import io.polycast.xdp.sys.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelChecksTest {
    private static final long MEMORY = 64 << 20;
    private static final long NET_ADMIN = 1L << 12;
    private static final long NET_RAW = 1L << 13;
    private static final long IPC_LOCK = 1L << 14;
    private static final long SYS_ADMIN = 1L << 21;
    private static final long PERFMON = 1L << 38;
    private static final long BPF = 1L << 39;
    private static final long NEEDED = NET_ADMIN | NET_RAW | BPF;

    private static HostFacts host(
            final String kernel, final long capabilities, final long memlock) {
        return new HostFacts(kernel, capabilities, memlock, true, 8 << 20, 2);
    }

    private static Finding find(final String check, final HostFacts host) {
        return find(check, KernelChecks.run(host, MEMORY, 2, true));
    }

    private static Finding find(final String check, final List<Finding> findings) {
        return findings.stream()
                .filter(each -> each.check().equals(check))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldFindNothingWrongOnAHealthyHost() {
        for (final Finding each : KernelChecks.run(host("6.18.4", NEEDED, -1), MEMORY, 2, true)) {
            assertEquals(Status.OK, each.status(), each.line());
        }
    }

    @Test
    void shouldNameMissingCapabilitiesAndTheRemedy() {
        final Finding finding = find("capabilities", host("6.18.4", NET_ADMIN, -1));
        assertEquals(Status.FAIL, finding.status());
        assertEquals("missing CAP_NET_RAW, CAP_BPF", finding.found());
        assertTrue(finding.remedy().contains("run as root"), finding.remedy());
    }

    @Test
    void shouldTakeSysAdminForBpf() {
        assertEquals(
                Status.OK,
                find("capabilities", host("6.18.4", NET_ADMIN | NET_RAW | SYS_ADMIN, -1)).status());
    }

    @Test
    void shouldAskForOneCapabilityMoreForTheKernelDatapath() {
        final HostFacts without = host("6.18.4", NEEDED, -1);
        final Finding warned = KernelChecks.kernelDatapath(without, false);
        assertEquals(Status.WARN, warned.status());
        assertTrue(warned.line().contains("missing CAP_PERFMON"), warned.line());
        final Finding failed = KernelChecks.kernelDatapath(without, true);
        assertEquals(Status.FAIL, failed.status());
        assertTrue(failed.remedy().contains("etc/polycast.service"), failed.line());
        for (final long more : new long[] {PERFMON, SYS_ADMIN}) {
            final HostFacts with = host("6.18.4", NEEDED | more, -1);
            assertEquals(Status.OK, KernelChecks.kernelDatapath(with, true).status());
        }
    }

    @Test
    void shouldCompareTheMemlockLimitWithTheFrameMemory() {
        final Finding finding = find("memlock", host("6.18.4", NEEDED, MEMORY - 1));
        assertEquals(Status.FAIL, finding.status());
        assertEquals("67108863 bytes < 67108864 of frame memory", finding.found());
        assertEquals(Status.OK, find("memlock", host("6.18.4", NEEDED, MEMORY)).status());
        assertEquals(Status.OK, find("memlock", host("6.18.4", IPC_LOCK, 0)).status());
    }

    @Test
    void shouldRefuseKernelsThatCannotShareAUmem() {
        assertEquals(Status.FAIL, find("kernel", host("5.4.0-generic", NEEDED, -1)).status());
        assertEquals(Status.OK, find("kernel", host("5.10.0-13-amd64", NEEDED, -1)).status());
    }

    @Test
    void shouldTellAMissingCapabilityFromAMissingFeature() {
        final HostFacts unprivileged = new HostFacts("6.18.4", 0, -1, false, 8 << 20, 2);
        assertTrue(find("AF_XDP", unprivileged).remedy().contains("CAP_NET_RAW"));
        final HostFacts lacking = new HostFacts("6.18.4", NEEDED, -1, false, 8 << 20, 2);
        assertTrue(find("AF_XDP", lacking).remedy().contains("CONFIG_XDP_SOCKETS"));
    }

    @Test
    void shouldWarnOfASmallReceiveBuffer() {
        final HostFacts host = new HostFacts("6.18.4", NEEDED, -1, true, 212_992, 2);
        assertEquals(Status.WARN, find("receive buffer", host).status());
    }

    @Test
    void shouldWarnOfMoreThreadsThanCores() {
        final Finding finding =
                find("cores", KernelChecks.run(host("6.18.4", NEEDED, -1), MEMORY, 3, true));
        assertEquals(Status.WARN, finding.status());
        assertEquals("2 cores, 3 busy threads", finding.found());
    }
}
