package io.polycast.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.doctor.Finding.Status;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.xdp.sys.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @TempDir private Path directory;

    @Test
    void shouldEndWithThreeExactlyWhenSomethingFails() {
        final CommandRun run = CommandRun.of("doctor", "--json");
        boolean failed = false;
        for (final JsonNode finding : run.json().get("findings")) {
            failed |= finding.get("status").textValue().equals("FAIL");
        }
        assertEquals(failed ? ExitCode.MISSING : ExitCode.DONE, run.exitCode());
        assertEquals(!failed, run.json().get("healthy").booleanValue());
    }

    @Test
    void shouldSayTheRemedyBehindEveryProblem() {
        for (final Finding finding : Doctor.examine(null)) {
            assertEquals(finding.status() == Status.OK, finding.remedy().isEmpty(), finding.line());
        }
    }

    @Test
    void shouldFindTheFlagsThatThisTestRunsWith() {
        assertTrue(
                Doctor.examine(null).stream()
                        .anyMatch(
                                each ->
                                        each.check().equals("java flags")
                                                && each.status() == Status.OK));
    }

    @Test
    void shouldLookAtTheDevicesOfAConfiguration() throws IOException {
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(
                file,
                """
                switch: {mac: "02:00:00:00:00:fe"}
                ports:
                  - {name: p0, driver: af_packet, device: pc-nowhere}
                """);
        final CommandRun run = CommandRun.of("doctor", "-c", file.toString());
        assertEquals(ExitCode.MISSING, run.exitCode());
        assertTrue(
                run.out().contains("fail  port p0 (pc-nowhere): there is no such device"),
                run.out());
    }

    @Test
    void shouldSayWhatAPortDoesWithPause() throws IOException {
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(
                file,
                """
                switch: {role: surrogate, mac: "02:00:00:00:00:fe"}
                ports:
                  - {name: p0, driver: af_packet, device: lo}
                  - {name: p1, driver: memory}
                """);
        final CommandRun run = CommandRun.of("doctor", "-c", file.toString());
        assertTrue(
                run.out().contains("ok    port p0 (lo): PAUSE: the driver does not tell;"),
                run.out());
        assertFalse(run.out().contains("port p1: PAUSE"), run.out());
    }

    @Test
    void shouldSayThatNoPortCanServeADatapath() throws IOException {
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(
                file,
                """
                switch: {mac: "02:00:00:00:00:fe"}
                pipeline: {datapath: kernel}
                ports:
                  - {name: p0, driver: memory}
                """);
        final CommandRun run = CommandRun.of("doctor", "-c", file.toString());
        assertEquals(ExitCode.MISSING, run.exitCode());
        assertTrue(run.out().contains("fail  datapath: kernel, but no port"), run.out());
    }

    /** With the words of the start, which refuses the same. */
    @Test
    void shouldRefuseAnMtuThatAPortDoesNotCarry() throws IOException {
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(
                file,
                """
                switch: {mac: "02:00:00:00:00:fe"}
                ports:
                  - {name: p0, driver: memory, mtu: 5000}
                """);
        final CommandRun run = CommandRun.of("doctor", "-c", file.toString());
        assertEquals(ExitCode.MISSING, run.exitCode());
        assertTrue(
                run.out()
                        .contains(
                                "fail  port p0: mtu: mtu=5000 > 3818, which is what it carries;"
                                        + " lower mtu"),
                run.out());
    }

    @Test
    void shouldNotAskForPrivilegesThatNoPortNeeds() throws ConfigurationException {
        final HostFacts unprivileged = new HostFacts("4.19.0", 0, 65_536, false, 8 << 20, 2);
        final String yaml =
                """
                switch: {mac: "02:00:00:00:00:fe"}
                ports:
                  - {name: p0, driver: memory}
                  - {name: p1, driver: %s}
                """;
        final Configuration without = ConfigurationReader.parse("c.yaml", yaml.formatted("memory"));
        assertTrue(
                Doctor.kernel(unprivileged, without).stream()
                        .noneMatch(each -> each.status() == Status.FAIL));
        final Configuration with =
                ConfigurationReader.parse("c.yaml", yaml.formatted("af_packet, device: eth0"));
        assertTrue(
                Doctor.kernel(unprivileged, with).stream()
                        .anyMatch(each -> each.status() == Status.FAIL));
        assertTrue(
                Doctor.kernel(unprivileged, null).stream()
                        .anyMatch(each -> each.status() == Status.FAIL));
    }

    @Test
    void shouldRefuseATemporaryDirectoryThatIsNotThere() {
        final Finding finding = JavaChecks.tmpdir(directory.resolve("nowhere"));
        assertEquals(Status.FAIL, finding.status());
        assertEquals(Status.OK, JavaChecks.tmpdir(directory).status());
    }
}
