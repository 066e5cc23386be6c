package io.polycast.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.doctor.Finding.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelChecksTest {
    private static final String ALL_CAPABILITIES = "000001ffffffffff";
    private static final String NO_CAPABILITIES = "0000000000000000";

    @TempDir private Path root;

    @BeforeEach
    void healthy() throws IOException {
        write("proc/sys/kernel/osrelease", "6.18.4-test\n");
        write("proc/sys/net/core/bpf_jit_enable", "1\n");
        write("proc/self/status", "Name:\tjava\nCapEff:\t" + ALL_CAPABILITIES + "\n");
        write("proc/self/limits", "Max locked memory         8388608    8388608    bytes\n");
    }

    @Test
    void shouldFindNothingWrongOnAHealthyMachine() {
        for (final String check : new String[] {"kernel", "capabilities", "memlock", "eBPF JIT"}) {
            assertEquals(Status.OK, find(check).status(), check);
        }
    }

    @Test
    void shouldNameMissingCapabilitiesAndTheRemedy() throws IOException {
        write("proc/self/status", "CapEff:\t" + NO_CAPABILITIES + "\n");
        final Finding finding = find("capabilities");
        assertEquals(Status.FAIL, finding.status());
        assertEquals("missing CAP_NET_RAW, CAP_NET_ADMIN, CAP_BPF", finding.found());
        assertTrue(finding.remedy().contains("run as root"), finding.remedy());
    }

    @Test
    void shouldTakeSysAdminForBpf() throws IOException {
        // Bits 12, 13 and 21: NET_ADMIN, NET_RAW, SYS_ADMIN.
        write("proc/self/status", "CapEff:\t0000000000203000\n");
        assertEquals(Status.OK, find("capabilities").status());
    }

    @Test
    void shouldCompareTheMemlockLimitWithTheFrameMemory() throws IOException {
        write("proc/self/status", "CapEff:\t" + NO_CAPABILITIES + "\n");
        final Finding finding = find("memlock");
        assertEquals(Status.FAIL, finding.status());
        assertTrue(finding.found().contains("8388608 bytes < 67108864"), finding.found());
        write("proc/self/limits", "Max locked memory         unlimited  unlimited  bytes\n");
        assertEquals(Status.OK, find("memlock").status());
    }

    @Test
    void shouldRefuseKernelsThatCannotShareAUmem() throws IOException {
        write("proc/sys/kernel/osrelease", "5.4.0\n");
        assertEquals(Status.FAIL, find("kernel").status());
        write("proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
        assertEquals(Status.WARN, find("kernel").status());
    }

    @Test
    void shouldWarnOfInterpretedPrograms() throws IOException {
        write("proc/sys/net/core/bpf_jit_enable", "0\n");
        final Finding finding = find("eBPF JIT");
        assertEquals(Status.WARN, finding.status());
        assertEquals("sysctl -w net.core.bpf_jit_enable=1", finding.remedy());
    }

    @Test
    void shouldWarnOfMoreThreadsThanCores() {
        assertEquals(Status.OK, find("cores").status());
        final Finding finding =
                new KernelChecks(new SystemFiles(root))
                        .run(1, 3, 2).stream()
                                .filter(each -> each.check().equals("cores"))
                                .findFirst()
                                .orElseThrow();
        assertEquals(Status.WARN, finding.status());
        assertEquals("2 cores, 3 busy threads", finding.found());
    }

    private Finding find(final String check) {
        return new KernelChecks(new SystemFiles(root))
                .run(16_384L * 4096, 2, 2).stream()
                        .filter(each -> each.check().equals(check))
                        .findFirst()
                        .orElseThrow();
    }

    private void write(final String path, final String text) throws IOException {
        final Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
