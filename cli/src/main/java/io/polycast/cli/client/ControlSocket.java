package io.polycast.cli.client;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.ControlException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The running switch that a command talks to. */
final class ControlSocket {
    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description =
                    "control.socket of the switch. Default: $POLYCAST_SOCKET, else the one socket"
                            + " that is served in run/, else the one of a service"
                            + " (/run/polycast/*.sock, /var/lib/polycast/*/run/*.sock).")
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
        if (path == null) {
            path = new SocketSearch(System.getenv(), Path.of(""), Path.of("/")).find(null);
        }
        try (ControlClient client = ControlClient.connect(path)) {
            client.requireAnswer();
            return question.ask(client);
        } catch (final ControlException e) {
            throw new CommandFailedException(e.exitCode(), e.getMessage(), e);
        }
    }
}
