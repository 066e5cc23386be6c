package io.polycast.cli.client;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.ControlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The running switch that a command talks to: {@code --socket}, or the only one that there is. */
final class ControlSocket {
    private static final Path RUN = Path.of("run");

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "control.socket of the switch; needed when run/ holds none or several.")
    private Path path;

    /** A question to the switch. */
    @FunctionalInterface
    interface Question<T> {
        T ask(ControlClient client) throws ControlException;
    }

    /**
     * Connects, asks, hangs up. A refusal of the switch ends the command with the exit code that it
     * names.
     */
    <T> T ask(final Question<T> question) {
        try (ControlClient client = ControlClient.connect(path == null ? only() : path)) {
            client.requireAnswer();
            return question.ask(client);
        } catch (final ControlException e) {
            throw new CommandFailedException(e.exitCode(), e.getMessage(), e);
        }
    }

    private static Path only() {
        final List<Path> found;
        try (Stream<Path> files = Files.list(RUN)) {
            found = files.filter(file -> file.toString().endsWith(".sock")).sorted().toList();
        } catch (final IOException e) {
            throw none(e);
        }
        if (found.isEmpty()) {
            throw none(null);
        }
        if (found.size() > 1) {
            throw several(found);
        }
        return found.get(0);
    }

    static CommandFailedException several(final List<Path> found) {
        return new CommandFailedException(
                ExitCode.USAGE,
                "several switches run here: "
                        + found.stream().map(Path::toString).collect(Collectors.joining(", "))
                        + "; name one with --socket");
    }

    private static CommandFailedException none(final IOException cause) {
        return new CommandFailedException(
                ExitCode.MISSING,
                "no switch runs here (no run/*.sock): start one with polycast run -c FILE, or name"
                        + " its control.socket with --socket",
                cause);
    }
}
