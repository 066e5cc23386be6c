package io.polycast.dataplane.control;

import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.disk.IoReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
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

    private static final SocketFile.Words WORDS =
            new SocketFile.Words(
                    "control socket",
                    "control.socket",
                    "switch",
                    "a switch is running at %s; polycast run --replace takes over from it; or stop"
                            + " it, or name another socket in control.socket");

    private final SocketFile socket;
    private final Selector selector;
    private final RequestHandler handler;
    private final Runnable chore;
    private final NanoClock clock;

    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private long lastChoreNs;

    private ControlServer(
            final SocketFile socket,
            final Selector selector,
            final RequestHandler handler,
            final Runnable chore,
            final NanoClock clock) {
        this.clock = clock;
        this.socket = socket;
        this.selector = selector;
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
        final SocketFile file = SocketFile.open(socket, "rw-------", WORDS);
        Selector selector = null;
        try {
            selector = Selector.open();
            file.channel().register(selector, SelectionKey.OP_ACCEPT);
            return new ControlServer(
                    file, selector, new RequestHandler(operations, counters, clock), chore, clock);
        } catch (final IOException e) {
            CloseHelper.quietCloseAll(file, selector);
            throw new ControlException(
                    ControlException.USAGE,
                    "control socket " + socket + " cannot be served (" + IoReason.of(e) + ")",
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
        SocketFile.requireUsable(socket, WORDS);
    }

    @Override
    public int doWork() {
        try {
            selector.select(CHORE_MS);
            final long nowNs = clock.nanoTime();
            for (final SelectionKey key : selector.selectedKeys()) {
                if (key.channel() == socket.channel()) {
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
            LOG.warn("control socket {}: {}", socket.path(), IoReason.of(e));
        }
        return 0;
    }

    private void accept(final long nowNs) throws IOException {
        final SocketChannel client = socket.channel().accept();
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
        CloseHelper.quietClose(selector);
        try {
            socket.close();
        } catch (final IOException e) {
            LOG.warn("control socket {} stays behind: {}", socket.path(), IoReason.of(e));
        }
    }

    @Override
    public String roleName() {
        return "pc-ctl";
    }
}
