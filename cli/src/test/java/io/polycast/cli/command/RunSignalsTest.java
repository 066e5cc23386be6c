package io.polycast.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.Main;
import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.control.ControlClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Signals to {@code polycast run} in a process of its own. */
@Timeout(150)
@DisabledOnOs(OS.WINDOWS)
class RunSignalsTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir private Path directory;
    private Process run;

    @BeforeEach
    void start() throws Exception {
        final Path file = directory.resolve("switch.yaml");
        Files.writeString(
                file,
                """
                switch: {name: leaf1, mac: "02:00:00:00:00:fe"}
                pipeline: {wait: blocking}
                ports: [{name: p0, driver: memory}]
                control: {socket: %1$s/s.sock, counters: %1$s/s.counters, state: %1$s/s.state}
                """
                        .formatted(directory));
        run =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/java",
                                "@" + System.getProperty("polycast.root") + "/etc/jvm.options",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                Main.class.getName(),
                                "run",
                                "-c",
                                file.toString())
                        .redirectOutput(directory.resolve("out").toFile())
                        .redirectError(directory.resolve("err").toFile())
                        .start();
        await("the line that it is ready", () -> said("out").contains("is ready"));
    }

    @AfterEach
    void end() throws InterruptedException {
        run.destroyForcibly();
        assertTrue(run.waitFor(30, TimeUnit.SECONDS), "ends when it is killed");
    }

    @Test
    void shouldGoOnAfterAHangUpAndSayWhatToDo() throws Exception {
        for (int i = 1; i <= 2; i++) {
            final long lines = i;
            signal("HUP");
            await(lines + " lines", () -> said("err").lines().count() == lines || !run.isAlive());
            assertTrue(run.isAlive(), () -> "ended with " + run.exitValue());
        }
        final String line = said("err").lines().findFirst().orElseThrow();
        assertTrue(line.startsWith("polycast: SIGHUP ignored"), line);
        assertTrue(line.contains("no reload yet") && line.contains("run --replace"), line);
        try (ControlClient client = ControlClient.connect(directory.resolve("s.sock"))) {
            assertEquals("leaf1", client.ping().get("name").textValue());
        }
        signal("TERM");
        assertTrue(run.waitFor(30, TimeUnit.SECONDS), "ends after SIGTERM");
        assertEquals(ExitCode.DONE, run.exitValue(), said("err"));
    }

    private void signal(final String name) throws Exception {
        final Process kill =
                new ProcessBuilder("sh", "-c", "kill -" + name + ' ' + run.pid()).start();
        assertEquals(0, kill.waitFor());
    }

    private String said(final String stream) throws IOException {
        return Files.readString(directory.resolve(stream));
    }

    private void await(final String what, final Callable<Boolean> condition) throws Exception {
        final long startNs = System.nanoTime();
        while (!condition.call()) {
            assertTrue(
                    System.nanoTime() - startNs < PATIENCE_NS, () -> "no " + what + " within 30 s");
            Thread.yield();
        }
    }
}
