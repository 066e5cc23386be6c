package io.polycast.dataplane.control;

import io.polycast.dataplane.config.ControlConfig;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.disk.IoReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the control socket and, now and then, a chore. The socket is bound under a temporary name,
 * closed to other users and renamed, so that it is never open to them; a stale one of a process that
 * ended is replaced.
 */
public final class ControlServer implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
    static final int MOST_CONNECTIONS = 32;
    private static final int SCRATCH_BYTES = 16_384;
    private static final long CHORE_MS = 200;

    /** After which a silent connection is closed. */
    static final int IDLE_S = 60;

    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(IDLE_S);

    /** In st_mode (inode(7)): the kind of a file, and a socket. */
    private static final int S_IFMT = 0xF000;

    private static final int S_IFSOCK = 0xC000;

    private final Path socket;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final RequestHandler handler;
    private final Runnable chore;
    private final NanoClock clock;

    /** Tells our socket from one that was put in its place. */
    private final Object identity;

    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private long lastChoreNs;

    private ControlServer(
            final Path socket,
            final Selector selector,
            final ServerSocketChannel server,
            final RequestHandler handler,
            final Runnable chore,
            final NanoClock clock)
            throws IOException {
        this.identity = identityOf(socket);
        this.clock = clock;
        this.socket = socket;
        this.selector = selector;
        this.server = server;
        this.handler = handler;
        this.chore = chore;
    }

    /**
     * Opens the socket.
     *
     * @param socket path of it
     * @param operations that requests are turned into
     * @param counters of the switch
     * @param chore run about five times a second on the server's thread
     * @param clock of the switch, in ns
     * @return the server, to be run by an agent runner
     * @throws ControlException when the socket cannot be had
     */
    public static ControlServer open(
            final Path socket,
            final SwitchOperations operations,
            final CountersReader counters,
            final Runnable chore,
            final NanoClock clock)
            throws ControlException {
        refuseTaken(socket);
        Selector selector = null;
        ServerSocketChannel server = null;
        final Path temporary =
                socket.resolveSibling(socket.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.createDirectories(socket.toAbsolutePath().getParent());
            Files.deleteIfExists(temporary);
            selector = Selector.open();
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(temporary));
            Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
            Files.move(temporary, socket, StandardCopyOption.ATOMIC_MOVE);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            return new ControlServer(
                    socket,
                    selector,
                    server,
                    new RequestHandler(operations, counters, clock),
                    chore,
                    clock);
        } catch (final IOException e) {
            CloseHelper.quietCloseAll(server, selector);
            deleteQuietly(temporary);
            throw new ControlException(
                    ControlException.USAGE,
                    "control socket "
                            + socket
                            + " cannot be opened ("
                            + IoReason.of(e)
                            + "); check control.socket and the rights of its directory",
                    e);
        }
    }

    /**
     * Says whether a switch could have its socket there, even if another process has it now.
     *
     * @param socket path of it
     * @throws ControlException when it is too long, or something else is there
     */
    public static void requireUsable(final Path socket) throws ControlException {
        if (socket.toString().length() > ControlConfig.LONGEST_SOCKET_PATH) {
            throw new ControlException(
                    ControlException.USAGE,
                    "control socket "
                            + socket
                            + " has a path of "
                            + socket.toString().length()
                            + " bytes > "
                            + ControlConfig.LONGEST_SOCKET_PATH
                            + "; name a shorter one in control.socket");
        }
        if (Files.exists(socket) && !isSocket(socket)) {
            throw new ControlException(
                    ControlException.USAGE,
                    socket + " exists and is not a socket; name another in control.socket");
        }
    }

    private static void refuseTaken(final Path socket) throws ControlException {
        requireUsable(socket);
        if (!Files.exists(socket)) {
            return;
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(UnixDomainSocketAddress.of(socket));
        } catch (final ConnectException e) {
            return; // refused: nobody listens, it was left by a process that ended
        } catch (final IOException e) {
            throw new ControlException(
                    ControlException.USAGE,
                    "control socket "
                            + socket
                            + " is there and cannot be tried ("
                            + IoReason.of(e)
                            + "); remove it if its switch has ended, or name another in"
                            + " control.socket",
                    e);
        }
        throw new ControlException(
                ControlException.USAGE,
                "a switch is running at "
                        + socket
                        + "; polycast run --replace takes over from it; or stop it, or name"
                        + " another socket in control.socket");
    }

    private static boolean isSocket(final Path file) throws ControlException {
        try {
            return ((int) Files.getAttribute(file, "unix:mode") & S_IFMT) == S_IFSOCK;
        } catch (final IOException e) {
            throw new ControlException(
                    ControlException.USAGE,
                    "control socket "
                            + file
                            + " cannot be looked at ("
                            + IoReason.of(e)
                            + "); check control.socket and the rights of its directory",
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

    @Override
    public int doWork() {
        try {
            selector.select(CHORE_MS);
            final long nowNs = clock.nanoTime();
            for (final SelectionKey key : selector.selectedKeys()) {
                if (key.channel() == server) {
                    accept(nowNs);
                } else {
                    serve(key, nowNs);
                }
            }
            selector.selectedKeys().clear();
            // Last: who has just been heard is not idle, and no key that is closed here is served.
            if (nowNs - lastChoreNs >= TimeUnit.MILLISECONDS.toNanos(CHORE_MS)) {
                lastChoreNs = nowNs;
                chore.run();
                hangUpOnIdle(nowNs);
            }
        } catch (final IOException e) {
            LOG.warn("control socket {}: {}", socket, IoReason.of(e));
        }
        return 0;
    }

    private void accept(final long nowNs) throws IOException {
        final SocketChannel client = server.accept();
        if (client == null) {
            return;
        }
        if (selector.keys().size() > MOST_CONNECTIONS) {
            client.close();
            return;
        }
        client.configureBlocking(false);
        client.register(selector, SelectionKey.OP_READ, new Connection(client, handler, nowNs));
    }

    private void serve(final SelectionKey key, final long nowNs) {
        try {
            ((Connection) key.attachment()).serve(key, scratch, nowNs);
        } catch (final IOException e) {
            CloseHelper.quietClose(key.channel());
        }
    }

    private void hangUpOnIdle(final long nowNs) {
        for (final SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Connection connection
                    && connection.isIdleSince(nowNs, IDLE_NS)) {
                CloseHelper.quietClose(key.channel());
            }
        }
    }

    /** Any thread: makes the server's thread look up. */
    public void wakeUp() {
        selector.wakeup();
    }

    @Override
    public void onClose() {
        for (final SelectionKey key : selector.keys()) {
            CloseHelper.quietClose(key.channel());
        }
        CloseHelper.quietCloseAll(server, selector);
        try {
            if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)
                    && identityOf(socket).equals(identity)) {
                Files.delete(socket);
            }
        } catch (final IOException e) {
            LOG.warn("control socket {} stays behind: {}", socket, IoReason.of(e));
        }
    }

    @Override
    public String roleName() {
        return "pc-ctl";
    }
}
