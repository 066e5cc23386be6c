package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A switch in another process, which a main class of the tests runs until it is killed or replaced. */
final class ChildSwitch {
    /** Line that the main class prints when frames are held. */
    static final String HELD = "held";

    private static final long PATIENCE_S = 50;

    private final Process process;
    private final BufferedReader lines;

    private ChildSwitch(final Process process) {
        this.process = process;
        lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts the process, and waits for its first line.
     *
     * @param main class that prints {@link #HELD}
     * @param dir of its files; its first argument
     * @param threading its second argument
     */
    static ChildSwitch start(final Class<?> main, final Path dir, final String threading)
            throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add"))
                .forEach(command::add);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        dir.toString(),
                        threading));
        final Path errors = dir.resolve("errors");
        final ChildSwitch child =
                new ChildSwitch(new ProcessBuilder(command).redirectError(errors.toFile()).start());
        assertEquals(HELD, child.line(), () -> read(errors));
        return child;
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            return e.toString();
        }
    }

    String line() throws IOException {
        return lines.readLine();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit();
    }

    /** Exit code of the process. */
    int awaitExit() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS));
        return process.exitValue();
    }

    /** Ends it when it runs still. */
    void end() throws InterruptedException, IOException {
        kill();
        lines.close();
    }
}
