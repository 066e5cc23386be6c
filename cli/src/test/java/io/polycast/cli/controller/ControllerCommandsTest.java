package io.polycast.cli.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import io.polycast.node.config.ControllerFile;
import io.polycast.node.run.ControllerProcess;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands about the controller: wrong usage, and a running node without agents. */
@Timeout(120)
class ControllerCommandsTest {
    @TempDir Path directory;

    private Path file(final int http) throws Exception {
        final Path token = directory.resolve("token");
        Files.writeString(token, "0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        final Path file = directory.resolve("controller.yaml");
        Files.writeString(
                file,
                """
                controller: {name: c1, prefix: 10.255.0.0/16}
                cluster:
                  directory: %s
                  nodes: [{log: "127.0.0.1:%d", http: "127.0.0.1:%d", agents: "127.0.0.1:%d"}]
                security: {agentToken: %s}
                """
                        .formatted(directory.resolve("log"), udp(), http, tcp(), token));
        return file;
    }

    private static int tcp() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** First of five free ports. */
    private static int udp() throws Exception {
        for (int tries = 0; tries < 1000; tries++) {
            try (DatagramSocket first = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
                final int port = Math.min(first.getLocalPort(), 65_000);
                for (int each = port + 1; each < port + 5; each++) {
                    new DatagramSocket(each, InetAddress.getLoopbackAddress()).close();
                }
                return port;
            } catch (final BindException taken) {
                // The next one may do.
                continue;
            }
        }
        throw new AssertionError("no five UDP ports in a row are free");
    }

    private static void refused(final int exit, final String what, final String... args) {
        final CommandRun run = CommandRun.of(args);
        assertEquals(exit, run.exitCode(), run.out() + run.err());
        assertTrue(run.err().contains(what), run.err());
        assertEquals(1, run.errors().size(), run.err());
    }

    @Test
    void shouldSayWhatIsWrongAndTheRemedy() throws Exception {
        refused(ExitCode.USAGE, "set POLYCAST_CONTROLLER", "group", "list");
        refused(
                ExitCode.USAGE,
                "write http://HOST:PORT",
                "group",
                "list",
                "--controller",
                "10.0.0.1:7944");
        refused(
                ExitCode.MISSING,
                "start one with",
                "group",
                "list",
                "--controller",
                "http://127.0.0.1:" + tcp());
        refused(
                ExitCode.USAGE,
                "write 500ms, 10s or 2m",
                "group",
                "create",
                "g",
                "--host",
                "10.0.0.1",
                "--wait",
                "soon",
                "--controller",
                "http://127.0.0.1:1");
        for (final String[] wrong :
                new String[][] {
                    {"a b", "10.0.0.1", "write 1 to 64 of"},
                    {"g", "10.0.0.x", "--host: "},
                    {"g", "10.0.0.1,10.0.0.1", "is there twice"}
                }) {
            refused(
                    ExitCode.USAGE,
                    wrong[2],
                    "group",
                    "create",
                    wrong[0],
                    "--host",
                    wrong[1],
                    "--controller",
                    "http://127.0.0.1:1");
        }
        for (final String wrong : new String[] {"--multicast=often", "--fallback-below=0%"}) {
            refused(
                    ExitCode.USAGE,
                    wrong.startsWith("--m") ? "write off, try or force" : "write 1% to 99%",
                    "group",
                    "create",
                    "g",
                    "--host",
                    "10.0.0.1",
                    wrong,
                    "--controller",
                    "http://127.0.0.1:1");
        }
        refused(
                ExitCode.USAGE,
                "does not exist",
                "controller",
                "-c",
                directory.resolve("none.yaml").toString());
        final Path taken = file(tcp());
        final int port = ControllerFile.read(taken).log().nodes().get(0).port() + 3;
        try (DatagramSocket other = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
            refused(
                    ExitCode.MISSING,
                    "UDP port " + other.getLocalPort() + " at 127.0.0.1 cannot be used",
                    "controller",
                    "-c",
                    taken.toString());
            final CommandRun doctor = CommandRun.of("doctor", "-c", taken.toString());
            assertEquals(ExitCode.DONE, doctor.exitCode());
            assertTrue(doctor.out().contains("UDP port " + port), doctor.out());
        }
        refused(
                ExitCode.MISSING,
                "holds no log",
                "controller",
                "-c",
                file(tcp()).toString(),
                "--backup",
                directory.resolve("copy").toString());
    }

    @Test
    void shouldAskARunningControllerAndBackItUp() throws Exception {
        final int port = tcp();
        final Path file = file(port);
        final String url = "http://127.0.0.1:" + port;
        final CommandRun doctor = CommandRun.of("doctor", "-c", file.toString());
        assertEquals(ExitCode.DONE, doctor.exitCode(), doctor.out());
        assertTrue(doctor.out().contains("cluster.directory"), doctor.out());
        final CommandRun check = CommandRun.of("check", "-c", file.toString());
        assertEquals(file + " is valid: the configuration of a controller\n", check.out());
        try (ControllerProcess process = new ControllerProcess(ControllerFile.read(file))) {
            final long deadline = System.nanoTime() + 50_000_000_000L;
            while (!process.isReady() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
            final CommandRun created =
                    CommandRun.of(
                            "--json",
                            "group",
                            "create",
                            "g",
                            "--host",
                            "10.0.0.1",
                            "--host",
                            "10.0.0.2",
                            "--wait",
                            "100ms",
                            "--controller",
                            url);
            assertEquals(ExitCode.FAILED, created.exitCode(), created.err());
            final JsonNode document = created.json();
            assertEquals("[\"10.0.0.1\",\"10.0.0.2\"]", document.path("missing").toString());
            assertTrue(document.path("seconds").asDouble() >= 0.1, document.toString());
            final CommandRun list = CommandRun.of("--json", "group", "list", "--controller", url);
            assertEquals(0, list.json().path("groups").size(), list.out());
            final CommandRun events = CommandRun.of("group", "events", "--controller", url);
            assertTrue(events.out().contains(" g created - "), events.out());
            refused(
                    ExitCode.FAILED,
                    "there is no group h",
                    "group",
                    "delete",
                    "h",
                    "--controller",
                    url);
        }
        final String copy = directory.resolve("copy").toString();
        final CommandRun backup =
                CommandRun.of("controller", "-c", file.toString(), "--backup", copy);
        assertEquals(ExitCode.DONE, backup.exitCode(), backup.err());
        refused(
                ExitCode.MISSING,
                "nothing is overwritten",
                "controller",
                "-c",
                file.toString(),
                "--restore",
                copy);
        Files.move(directory.resolve("log"), directory.resolve("lost"));
        final CommandRun restored =
                CommandRun.of("controller", "-c", file.toString(), "--restore", copy);
        assertEquals(ExitCode.DONE, restored.exitCode(), restored.err());
        try (ControllerProcess process = new ControllerProcess(ControllerFile.read(file))) {
            final long deadline = System.nanoTime() + 50_000_000_000L;
            while (!process.isReady() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
            final CommandRun events = CommandRun.of("group", "events", "--controller", url);
            assertTrue(events.out().contains(" g created - "), events.out());
        }
    }
}
