package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    private static final String GOOD =
            """
            switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
            ports:
              - {name: p0, driver: af_xdp, device: veth0}
              - {name: p1, driver: datagram, local: "127.0.0.1:22001", remote: "127.0.0.1:21001"}
            wires: [[p0, p1]]
            groups:
              - id: 10.255.0.1
                paths:
                  - port: p0
                    host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 256}
                    memory: {va: 0x7f0000000000, rkey: 0xa000}
                  - port: p1
                    switch: {mac: "02:00:00:00:01:fe"}
            """;

    @TempDir private Path directory;

    private CommandRun check(final String text, final String... more) throws IOException {
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(file, text);
        final String[] args = new String[3 + more.length];
        args[0] = "check";
        args[1] = "-c";
        args[2] = file.toString();
        System.arraycopy(more, 0, args, 3, more.length);
        return CommandRun.of(args);
    }

    @Test
    void shouldSayWhatTheSwitchWouldDo() throws IOException {
        final CommandRun run = check(GOOD);
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertTrue(run.out().contains("port p0: af_xdp on veth0"), run.out());
        assertTrue(run.out().contains("02:00:00:00:01:fe"), run.out());
        assertTrue(run.out().contains("warning: "), "memory has no length:\n" + run.out());
        assertTrue(run.out().endsWith("is valid\n"), run.out());
    }

    @Test
    void shouldSayItAsJson() throws IOException {
        final JsonNode json = check(GOOD, "--json").json();
        assertTrue(json.get("valid").booleanValue());
        assertEquals("p1", json.get("wires").get(0).get(1).textValue());
        assertEquals(1, json.get("groups").intValue());
        assertEquals(2, json.get("paths").intValue());
        assertEquals(1, json.get("warnings").size());
    }

    @Test
    void shouldNamePlaceAndRemedyOfEveryProblem() throws IOException {
        final CommandRun run =
                check(GOOD.replace("qpn: 256", "qpm: 256").replace("port: p1", "port: p9"));
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals("", run.out());
        assertTrue(run.errors().size() >= 2, run.err());
        for (final String line : run.errors()) {
            assertTrue(line.matches("polycast: .*switch\\.yaml:\\d+:\\d+: .+; .+"), line);
        }
    }

    @Test
    void shouldReadFilesOfOtherPrograms() throws IOException {
        final String agent =
                """
                agent: {name: h1, ip: 10.0.0.1, socket: /run/h1.sock, controllers: ["127.0.0.1:1"]}
                registration: {auth: none}
                """;
        final CommandRun run = check(agent, "--json");
        assertEquals(ExitCode.DONE, run.exitCode(), run.err());
        assertEquals("a host agent", run.json().get("kind").textValue());
        final String control =
                """
                shufflecast: {p: 2, k: 2}
                control: {listen: "127.0.0.1:1", tokenFile: /etc/token}
                """;
        assertTrue(check(control).out().endsWith("of the control of a Shufflecast\n"));
        final CommandRun wrong = check(agent.replace("ip: 10.0.0.1", "ip: 10.0.0.x"));
        assertEquals(ExitCode.USAGE, wrong.exitCode());
        assertTrue(wrong.err().matches("(?s)polycast: .*switch\\.yaml:1:\\d+: .+"), wrong.err());
        final CommandRun doctor =
                CommandRun.of("doctor", "-c", directory.resolve("switch.yaml").toString());
        assertEquals(ExitCode.USAGE, doctor.exitCode());
        assertTrue(doctor.err().contains("is the configuration of a host agent"), doctor.err());
    }

    @Test
    void shouldNameAFileThatIsNotThere() {
        final CommandRun run = CommandRun.of("check", "-c", directory.resolve("no").toString());
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
        assertTrue(run.err().contains(directory.resolve("no").toString()), run.err());
    }
}
