package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointCommandTest {
    @TempDir private Path dir;

    private CommandRun run(final String side, final String options) {
        final List<String> args = new ArrayList<>(List.of("endpoint", side));
        args.addAll(List.of("--agent", dir.resolve("agent.sock").toString()));
        args.addAll(List.of(options.split(" ")));
        args.add(dir.resolve("file").toString());
        return CommandRun.of(args.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "--group a/b, 1 to 64 of A-Z",
        "--group a --mtu 1500, 1500 is none of 256",
        "--group a --members -1, -1 is not in 0 to 65535",
        "--group a --retries 8, 8 is not in 0 to 7",
        "--group a --timeout soon, --timeout: 'soon' is not a duration",
        "--group a --timeout 0s, leaves no time",
        "--group a --message 17MiB, is not in 256 to 16777216",
    })
    void shouldRefuseWrongOptions(final String options, final String part) {
        final CommandRun run = run("send", options);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains(part), run.err());
    }

    @Test
    void shouldSayThatThereIsNoAgentAndLeaveNoFile() throws Exception {
        final CommandRun run = run("receive", "--group a");
        assertEquals(ExitCode.MISSING, run.exitCode());
        assertTrue(run.err().contains("no host agent at " + dir.resolve("agent.sock")), run.err());
        assertEquals(1, run.errors().size());
        try (var files = Files.list(dir)) {
            assertFalse(files.findAny().isPresent());
        }
    }

    @Test
    void shouldSayThatTheFileIsAbsent() {
        final CommandRun run = run("send", "--group a");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains("no such file or directory"), run.err());
    }

    @Test
    void shouldAskForASide() {
        final CommandRun run = CommandRun.of("endpoint");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains("endpoint send or endpoint receive"), run.err());
    }
}
