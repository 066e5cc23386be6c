package io.polycast.cli.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said before a control runs. */
class ControlCommandTest {
    @TempDir Path directory;

    private static void refused(final int exit, final String what, final String... args) {
        final CommandRun run = CommandRun.of(args);
        assertEquals(exit, run.exitCode(), run.out() + run.err());
        assertTrue(run.err().contains(what), run.err());
        assertEquals(1, run.errors().size(), run.err());
    }

    private Path token(final String text, final String mode) throws Exception {
        final Path token = directory.resolve("token");
        Files.writeString(token, text);
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString(mode));
        return token;
    }

    private String file(final String instance, final int port) throws Exception {
        final Path file = directory.resolve("control.yaml");
        Files.writeString(
                file,
                """
                shufflecast: %s
                control: {listen: "127.0.0.1:%d", tokenFile: %s}
                """
                        .formatted(instance, port, directory.resolve("token")));
        return file.toString();
    }

    @Test
    void shouldSayWhatIsWrongAndTheRemedy() throws Exception {
        refused(ExitCode.USAGE, "--config=FILE", "shufflecast", "control");
        refused(ExitCode.USAGE, "no.yaml", "shufflecast", "control", "-c", "no.yaml");
        refused(
                ExitCode.USAGE,
                "a 2,12-Shufflecast has 49152 nodes",
                "shufflecast",
                "control",
                "-c",
                file("{p: 2, k: 12}", 1));
        final String file = file("{p: 2, k: 2}", 1);
        refused(ExitCode.MISSING, "openssl rand", "shufflecast", "control", "-c", file);
        token("0123456789abcdef", "rw-r--r--");
        refused(ExitCode.MISSING, "chmod 600", "shufflecast", "control", "-c", file);
        token("short", "rw-------");
        refused(ExitCode.MISSING, "make a longer one", "shufflecast", "control", "-c", file);
        token("0123456789abcdef", "rw-------");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            refused(
                    ExitCode.MISSING,
                    "change control.listen",
                    "shufflecast",
                    "control",
                    "-c",
                    file("{p: 2, k: 2}", taken.getLocalPort()));
        }
    }
}
