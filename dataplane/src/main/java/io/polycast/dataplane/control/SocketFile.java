package io.polycast.dataplane.control;

import io.polycast.dataplane.config.ControlConfig;
import io.polycast.dataplane.disk.IoReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.agrona.CloseHelper;

/**
 * A Unix socket that listens at a path. The path leads to a live socket or to none: a socket of a process that
 * ended is replaced, and one that is served is left alone. At the end the path goes, unless it is another's.
 */
public final class SocketFile implements AutoCloseable {
    private static final int S_IFMT = 0170000;
    private static final int S_IFSOCK = 0140000;

    private final Path path;
    private final ServerSocketChannel channel;
    private final Object identity;

    /**
     * Words for messages.
     *
     * @param what kind of socket, such as {@code control socket}
     * @param key of the configuration that names it
     * @param owner who serves such a socket, such as {@code switch}
     * @param taken message of a socket that is served, behind its path
     */
    public record Words(String what, String key, String owner, String taken) {}

    private SocketFile(final Path path, final ServerSocketChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.identity = identityOf(path);
    }

    /**
     * Opens a socket of mode 0600.
     *
     * @param path of it
     * @param mode of the file, as {@code rw-------}
     * @param words for messages
     * @return the socket, which does not block
     * @throws ControlException when the path cannot be had
     */
    public static SocketFile open(final Path path, final String mode, final Words words)
            throws ControlException {
        refuseTaken(path, words);
        final Path temporary =
                path.resolveSibling(path.getFileName() + "." + ProcessHandle.current().pid());
        ServerSocketChannel server = null;
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.deleteIfExists(temporary);
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(temporary));
            Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString(mode));
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            server.configureBlocking(false);
            return new SocketFile(path, server);
        } catch (final IOException e) {
            CloseHelper.quietClose(server);
            deleteQuietly(temporary);
            throw new ControlException(
                    ControlException.USAGE,
                    words.what
                            + " "
                            + path
                            + " cannot be opened ("
                            + IoReason.of(e)
                            + "); check "
                            + words.key
                            + " and the rights of its directory",
                    e);
        }
    }

    /** Listens. */
    public ServerSocketChannel channel() {
        return channel;
    }

    /** Where it listens. */
    public Path path() {
        return path;
    }

    private static void refuseTaken(final Path path, final Words words) throws ControlException {
        requireUsable(path, words);
        if (!Files.exists(path)) {
            return;
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(UnixDomainSocketAddress.of(path));
        } catch (final ConnectException e) {
            return; // refused: nobody listens, it was left by a process that ended
        } catch (final IOException e) {
            throw new ControlException(
                    ControlException.USAGE,
                    words.what
                            + " "
                            + path
                            + " is there and cannot be tried ("
                            + IoReason.of(e)
                            + "); remove it if its "
                            + words.owner
                            + " has ended, or name another in "
                            + words.key,
                    e);
        }
        throw new ControlException(ControlException.USAGE, words.taken.formatted(path));
    }

    /**
     * @param path of a socket to be
     * @param words for messages
     * @throws ControlException when the path is too long or names another kind of file
     */
    static void requireUsable(final Path path, final Words words) throws ControlException {
        if (path.toString().length() > ControlConfig.LONGEST_SOCKET_PATH) {
            throw new ControlException(
                    ControlException.USAGE,
                    words.what
                            + " "
                            + path
                            + " has a path of "
                            + path.toString().length()
                            + " bytes > "
                            + ControlConfig.LONGEST_SOCKET_PATH
                            + "; name a shorter one in "
                            + words.key);
        }
        if (Files.exists(path) && !isSocket(path, words)) {
            throw new ControlException(
                    ControlException.USAGE,
                    path + " exists and is not a socket; name another in " + words.key);
        }
    }

    private static boolean isSocket(final Path file, final Words words) throws ControlException {
        try {
            return ((int) Files.getAttribute(file, "unix:mode") & S_IFMT) == S_IFSOCK;
        } catch (final IOException e) {
            throw new ControlException(
                    ControlException.USAGE,
                    words.what
                            + " "
                            + file
                            + " cannot be looked at ("
                            + IoReason.of(e)
                            + "); check "
                            + words.key
                            + " and the rights of its directory",
                    e);
        }
    }

    private static Object identityOf(final Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    private static void deleteQuietly(final Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException ignored) {
            // The first failure is reported.
        }
    }

    /**
     * Ends the socket.
     *
     * @throws IOException when its file stays behind
     */
    @Override
    public void close() throws IOException {
        CloseHelper.quietClose(channel);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && identityOf(path).equals(identity)) {
            Files.delete(path);
        }
    }
}
