package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultOptionTest {
    @TempDir private Path directory;

    @Test
    void shouldRefuseFaultsThatItDoesNotUnderstandInOneLine() {
        final CommandRun run = CommandRun.of("run", "-c", "switch.yaml", "--fault", "loss=2");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
        assertTrue(run.err().contains("loss=2 is no probability; write"), run.err());
    }

    @Test
    void shouldWarnBeforeAnyFrameIsServed() throws IOException {
        // A start that fails: its state file is something else.
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(
                directory.resolve("s.state"), "not a state file, but long enough for one");
        Files.writeString(
                file,
                """
                switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
                ports: [{name: p0, driver: memory}]
                control: {socket: %1$s/s.sock, counters: %1$s/s.counters, state: %1$s/s.state}
                """
                        .formatted(directory));
        final CommandRun run =
                CommandRun.of("run", "-c", file.toString(), "--fault", "seed=7,loss=0.25");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(
                run.errors()
                        .get(0)
                        .startsWith(
                                "polycast: warning: every port loses or damages frames on purpose"
                                        + " (loss=0.25,seed=7)"),
                run.err());
    }
}
