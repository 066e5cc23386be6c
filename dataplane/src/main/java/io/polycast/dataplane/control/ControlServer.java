package io.polycast.dataplane.control;

import io.polycast.dataplane.counters.CountersReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the control socket and, now and then, a chore. The socket is bound under a temporary name,
 * closed to other users and renamed, so that it is never open to them; a stale one of a process that
 * ended is replaced.
 */
public final class ControlServer implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
    private static final int MOST_CONNECTIONS = 32;
    private static final int SCRATCH_BYTES = 16_384;
    private static final long CHORE_MS = 200;
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(60);

    /** The kernel's sun_path has 108 bytes, one of them for the end; the temporary name needs some. */
    private static final int LONGEST_PATH = 100;

    private final Path socket;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final RequestHandler handler;
    private final Runnable chore;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private long lastChoreNs;

    private ControlServer(
            final Path socket,
            final Selector selector,
            final ServerSocketChannel server,
            final RequestHandler handler,
            final Runnable chore) {
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
     * @return the server, to be run by an agent runner
     * @throws ControlException when the socket cannot be had
     */
    public static ControlServer open(
            final Path socket,
            final SwitchOperations operations,
            final CountersReader counters,
            final Runnable chore)
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
                    socket, selector, server, new RequestHandler(operations, counters), chore);
        } catch (final IOException e) {
            CloseHelper.quietCloseAll(server, selector);
            throw new ControlException(
                    ControlException.USAGE,
                    "control socket "
                            + socket
                            + " cannot be opened ("
                            + e.getMessage()
                            + "); check control.socket and the rights of its directory",
                    e);
        }
    }

    private static void refuseTaken(final Path socket) throws ControlException {
        if (socket.toString().length() > LONGEST_PATH) {
            throw new ControlException(
                    ControlException.USAGE,
                    "control socket "
                            + socket
                            + " has a path of "
                            + socket.toString().length()
                            + " bytes > "
                            + LONGEST_PATH
                            + "; name a shorter one in control.socket");
        }
        if (!Files.exists(socket)) {
            return;
        }
        if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
            throw new ControlException(
                    ControlException.USAGE,
                    socket + " exists and is not a socket; name another in control.socket");
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(UnixDomainSocketAddress.of(socket));
        } catch (final IOException e) {
            return; // nobody listens: left by a process that ended
        }
        throw new ControlException(
                ControlException.USAGE,
                "a switch is running at "
                        + socket
                        + "; stop it, or name another socket in control.socket");
    }

    @Override
    public int doWork() {
        try {
            selector.select(CHORE_MS);
            final long nowNs = System.nanoTime();
            final boolean choreIsDue =
                    nowNs - lastChoreNs >= TimeUnit.MILLISECONDS.toNanos(CHORE_MS);
            if (choreIsDue) {
                lastChoreNs = nowNs;
                chore.run();
            }
            for (final SelectionKey key : selector.selectedKeys()) {
                if (key.channel() == server) {
                    accept(nowNs);
                } else {
                    serve(key, nowNs);
                }
            }
            selector.selectedKeys().clear();
            if (choreIsDue) {
                // Behind the clients served: the key of one that is hung up on must not be used.
                hangUpOnIdle(nowNs);
            }
        } catch (final IOException e) {
            LOG.warn("control socket {}: {}", socket, e.getMessage());
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
            Files.deleteIfExists(socket);
        } catch (final IOException e) {
            LOG.warn("control socket {} stays behind: {}", socket, e.getMessage());
        }
    }

    @Override
    public String roleName() {
        return "pc-ctl";
    }
}
