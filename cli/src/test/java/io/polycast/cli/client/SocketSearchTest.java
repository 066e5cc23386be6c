package io.polycast.cli.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which a command looks for the socket of a switch. */
class SocketSearchTest {
    @TempDir private Path dir;
    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private Path here;
    private Path root;

    @BeforeEach
    void makePlaces() throws IOException {
        here = Files.createDirectories(dir.resolve("h"));
        root = Files.createDirectories(dir.resolve("r"));
    }

    @AfterEach
    void stop() {
        CloseHelper.quietCloseAll(servers);
    }

    private Path serve(final Path socket) throws IOException {
        Files.createDirectories(socket.getParent());
        final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        servers.add(server);
        return socket;
    }

    /** As a process leaves it that was killed. */
    private Path leave(final Path socket) throws IOException {
        serve(socket);
        servers.remove(servers.size() - 1).close();
        return socket;
    }

    private Path find(final Map<String, String> environment, final Path option) {
        return new SocketSearch(environment, here, root).find(option);
    }

    private CommandFailedException refusal() {
        return assertThrows(CommandFailedException.class, () -> find(Map.of(), null));
    }

    @Test
    void shouldTakeOptionThenVariableThenRunThenServices() throws IOException {
        final Path service = serve(root.resolve("var/lib/polycast/leaf1/run/leaf1.sock"));
        assertEquals(service, find(Map.of(), null));
        final Path ours = serve(here.resolve("run/a.sock"));
        assertEquals(ours, find(Map.of(), null));
        assertEquals(ours, find(Map.of("POLYCAST_SOCKET", " "), null));
        final Map<String, String> named = Map.of("POLYCAST_SOCKET", "named.sock");
        assertEquals(Path.of("named.sock"), find(named, null));
        assertEquals(Path.of("given.sock"), find(named, Path.of("given.sock")));
    }

    @Test
    void shouldFindServicesInBothPlaces() throws IOException {
        final Path first = serve(root.resolve("run/polycast/b.sock"));
        assertEquals(first, find(Map.of(), null));
        final Path second = serve(root.resolve("var/lib/polycast/leaf1/run/leaf1.sock"));
        final CommandFailedException several = refusal();
        assertEquals(ExitCode.USAGE, several.exitCode());
        assertEquals(
                "several switches run: "
                        + first
                        + ", "
                        + second
                        + "; name one with --socket or POLYCAST_SOCKET",
                several.getMessage());
    }

    @Test
    void shouldPassOverSocketsOfDeadProcesses() throws IOException {
        final Path left = leave(here.resolve("run/old.sock"));
        final CommandFailedException none = refusal();
        assertEquals(ExitCode.MISSING, none.exitCode());
        assertTrue(
                none.getMessage().contains("nobody serves " + left + " any more"),
                none::getMessage);
        final Path service = serve(root.resolve("run/polycast/leaf1.sock"));
        assertEquals(service, find(Map.of(), null));
        final Path ours = serve(here.resolve("run/new.sock"));
        assertEquals(ours, find(Map.of(), null));
    }

    @Test
    void shouldNameThePlacesWhenThereIsNoSwitch() {
        final String message = refusal().getMessage();
        assertEquals(
                "no switch runs here (no run/*.sock) or as a service (no /run/polycast/*.sock, no"
                    + " /var/lib/polycast/*/run/*.sock); start one with polycast run -c FILE, or"
                    + " name its control.socket with --socket or POLYCAST_SOCKET",
                message);
    }
}
