package io.polycast.cli.client;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds the control socket of the switch that a command talks to: the option, the environment variable, the
 * directory {@code run} here, then the places of services. The first place with a socket that is served
 * decides; a socket that a dead process left behind does not count.
 */
final class SocketSearch {
    /** Environment variable that names a socket. */
    static final String VARIABLE = "POLYCAST_SOCKET";

    private static final String SOCKETS = "*.sock";
    private static final String RUN = "run";

    private final Map<String, String> environment;
    private final Path here;
    private final Path root;

    /** Sockets that nobody serves. */
    private final List<Path> stale = new ArrayList<>();

    /** Directories of services that this user may not read. */
    private final List<Path> closed = new ArrayList<>();

    /**
     * @param environment variables of the process
     * @param here directory that {@code run} is looked for in
     * @param root of the file system, below which services have their places
     */
    SocketSearch(final Map<String, String> environment, final Path here, final Path root) {
        this.environment = environment;
        this.here = here;
        this.root = root;
    }

    /**
     * @param option path that the command line names, or null
     * @return the socket of one switch
     * @throws CommandFailedException when there is none, or more than one in the place that decides
     */
    Path find(final Path option) {
        if (option != null) {
            return option;
        }
        final String named = environment.get(VARIABLE);
        if (named != null && !named.isBlank()) {
            return Path.of(named);
        }
        final List<Path> ours = served(List.of(here.resolve(RUN)));
        final List<Path> found = ours.isEmpty() ? served(servicePlaces()) : ours;
        if (found.isEmpty()) {
            throw none();
        }
        if (found.size() > 1) {
            throw several(found);
        }
        return found.get(0);
    }

    /** Where etc/polycast.service lets a switch have its socket, and where others put one. */
    private List<Path> servicePlaces() {
        final List<Path> places = new ArrayList<>();
        places.add(root.resolve("run").resolve("polycast"));
        for (final Path home : entries(root.resolve("var/lib/polycast"), "*")) {
            places.add(home.resolve(RUN));
        }
        return places;
    }

    private List<Path> served(final List<Path> directories) {
        final List<Path> found = new ArrayList<>();
        for (final Path directory : directories) {
            for (final Path socket : entries(directory, SOCKETS)) {
                (isServed(socket) ? found : stale).add(socket);
            }
        }
        return found;
    }

    private List<Path> entries(final Path directory, final String pattern) {
        final List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return found;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, pattern)) {
            all.forEach(found::add);
        } catch (final IOException | DirectoryIteratorException e) {
            closed.add(directory);
        }
        found.sort(null);
        return found;
    }

    /** A socket that this user may not use is somebody's: to ask it says whose. */
    private static boolean isServed(final Path socket) {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(UnixDomainSocketAddress.of(socket));
            return true;
        } catch (final ConnectException e) {
            return false;
        } catch (final IOException | IllegalArgumentException e) {
            return true;
        }
    }

    private static CommandFailedException several(final List<Path> found) {
        return new CommandFailedException(
                ExitCode.USAGE,
                "several switches run: "
                        + names(found)
                        + "; name one with --socket or "
                        + VARIABLE);
    }

    private CommandFailedException none() {
        final StringBuilder found = new StringBuilder();
        if (!stale.isEmpty()) {
            found.append("; nobody serves ").append(names(stale)).append(" any more");
        }
        if (!closed.isEmpty()) {
            found.append("; this user may not read ").append(names(closed));
        }
        return new CommandFailedException(
                ExitCode.MISSING,
                "no switch runs here (no run/*.sock) or as a service (no /run/polycast/*.sock, no"
                        + " /var/lib/polycast/*/run/*.sock)"
                        + found
                        + "; start one with polycast run -c FILE, or name its control.socket with"
                        + " --socket or "
                        + VARIABLE);
    }

    private static String names(final List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
