package io.polycast.cli.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A switch of two memory ports that {@code polycast run} started in this process, with one group. */
final class RunningSwitch {
    private final StringWriter err = new StringWriter();
    private final CompletableFuture<Integer> running;
    private final String socket;
    private final String ready;

    /** Starts in a directory, on what an earlier one left there. */
    RunningSwitch(final Path directory) throws IOException {
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

    String socket() {
        return socket;
    }

    /** The line that it printed when it was ready. */
    String ready() {
        return ready;
    }

    CommandRun show(final String... what) {
        return command("", Stream.concat(Stream.of("show"), Stream.of(what)));
    }

    CommandRun group(final String input, final String... words) {
        return command(input, Stream.concat(Stream.of("group"), Stream.of(words)));
    }

    private CommandRun command(final String input, final Stream<String> words) {
        return CommandRun.withInput(
                input, Stream.concat(words, Stream.of("--socket", socket)).toArray(String[]::new));
    }

    JsonNode groups() {
        return show("groups", "--json").json().get("groups");
    }

    void stop() throws Exception {
        try (ControlClient client = ControlClient.connect(Path.of(socket))) {
            client.stop();
        }
        assertEquals(ExitCode.DONE, running.get(30, TimeUnit.SECONDS), err.toString());
    }
}
