package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.CommandRun;
import io.polycast.cli.Main;
import io.polycast.cli.console.Console;
import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.control.ControlClient;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands against a switch that {@code polycast run} started in this process. */
@Timeout(60)
class RunningSwitchTest {
    private static final String MEMBER =
            "{id: 10.255.0.7, paths: [{port: p1, host:"
                    + " {ip: 10.0.0.9, mac: \"02:00:00:00:00:09\", qpn: 9}}]}";

    @TempDir private Path directory;
    private final StringWriter err = new StringWriter();
    private CompletableFuture<Integer> running;
    private String socket;
    private String ready;

    @BeforeEach
    void start() throws IOException {
        socket = directory.resolve("s.sock").toString();
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(
                file,
                """
                switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
                pipeline: {wait: blocking}
                ports:
                  - {name: p0, driver: memory}
                  - {name: p1, driver: memory}
                control: {socket: %1$s/s.sock, counters: %1$s/s.counters, state: %1$s/s.state}
                groups:
                  - id: 10.255.0.1
                    paths:
                      - {port: p0, host: {ip: 10.0.0.2, mac: "02:00:00:00:00:02", qpn: 256}}
                      - {port: p1, host: {ip: 10.0.0.3, mac: "02:00:00:00:00:03", qpn: 257}}
                """
                        .formatted(directory));
        final PipedWriter out = new PipedWriter();
        final BufferedReader lines = new BufferedReader(new PipedReader(out));
        final Console console =
                new Console(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        false);
        running =
                CompletableFuture.supplyAsync(
                        () -> Main.execute(console, "run", "-c", file.toString()),
                        // A common pool may have a single thread.
                        task -> new Thread(task, "run").start());
        ready = lines.readLine();
    }

    @AfterEach
    void stop() throws Exception {
        try (ControlClient client = ControlClient.connect(Path.of(socket))) {
            client.stop();
        }
        assertEquals(ExitCode.DONE, running.get(30, TimeUnit.SECONDS), err.toString());
    }

    private CommandRun show(final String... what) {
        final String[] args = new String[what.length + 3];
        args[0] = "show";
        System.arraycopy(what, 0, args, 1, what.length);
        args[what.length + 1] = "--socket";
        args[what.length + 2] = socket;
        return CommandRun.of(args);
    }

    @Test
    void shouldSayInOneLineThatItIsReady() {
        assertTrue(ready.startsWith("switch leaf1 is ready: 2 ports, 1 groups, "), ready);
        assertTrue(ready.endsWith("control " + socket), ready);
    }

    @Test
    void shouldShowGroupsPortsCountersAndDrops() {
        final CommandRun groups = show("groups", "--json");
        assertEquals(ExitCode.DONE, groups.exitCode(), groups.err());
        assertEquals("10.255.0.1", groups.json().get("groups").get(0).get("id").textValue());
        final CommandRun mft = show("mft", "10.255.0.1");
        assertTrue(mft.out().contains("10.0.0.3 02:00:00:00:00:03 257"), mft.out());
        assertEquals(2, show("ports", "--json").json().get("ports").size());
        assertEquals(0, show("counters", "--json").json().get("ended").longValue());
        assertEquals("no drops\n", show("drops").out());
    }

    @Test
    void shouldRefuseToShowWhatIsNotThere() {
        assertEquals(ExitCode.FAILED, show("mft", "10.255.0.2").exitCode());
        assertEquals(ExitCode.USAGE, show("mft").exitCode());
        assertEquals(ExitCode.USAGE, show("ports", "10.255.0.1").exitCode());
        assertEquals(ExitCode.USAGE, show("weather").exitCode());
    }

    @Test
    void shouldInstallAndRemoveAGroup() {
        final CommandRun set =
                CommandRun.withInput(MEMBER, "group", "set", "-", "--socket", socket);
        assertEquals(ExitCode.DONE, set.exitCode(), set.err());
        assertEquals("group 10.255.0.7 is active: created\n", set.out());
        final CommandRun anew =
                CommandRun.withInput(MEMBER, "group", "set", "-", "--socket", socket, "--json");
        assertEquals("anew", anew.json().get("change").textValue());
        assertEquals(0, anew.json().get("left_out").intValue());
        assertEquals(2, show("groups", "--json").json().get("groups").size());
        final CommandRun unset =
                CommandRun.of("group", "unset", "10.255.0.7", "--socket", socket, "--json");
        assertEquals("10.255.0.7", unset.json().get("id").textValue());
        final CommandRun again = CommandRun.of("group", "unset", "10.255.0.7", "--socket", socket);
        assertEquals(ExitCode.FAILED, again.exitCode());
        assertEquals(1, again.errors().size(), again.err());
    }

    @Test
    void shouldSayWhereAnEntryIsWrong() {
        final CommandRun run =
                CommandRun.withInput("{id: 10.255.0.7}", "group", "set", "-", "--socket", socket);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().startsWith("polycast: standard input:1:"), run.err());
        assertEquals(1, show("groups", "--json").json().get("groups").size());
    }

    @Test
    void shouldRefuseWhatIsTooLargeForAnEntry() {
        final CommandRun run =
                CommandRun.withInput("x".repeat(1 << 20), "group", "set", "-", "--socket", socket);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(
                List.of(
                        "polycast: standard input is larger than 524288 bytes: no group's entry"
                                + " is"),
                run.errors());
    }

    @Test
    void shouldNameASwitchThatIsNotThere() {
        final CommandRun run =
                CommandRun.of("show", "groups", "--socket", directory.resolve("no").toString());
        assertEquals(ExitCode.MISSING, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
        assertTrue(run.err().contains("--socket"), run.err());
    }
}
