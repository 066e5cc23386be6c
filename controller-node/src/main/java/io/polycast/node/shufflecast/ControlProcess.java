package io.polycast.node.shufflecast;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.remote.LineChannel;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.node.config.TokenFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process {@code polycast shufflecast control}: one thread, connections, one {@link ControlCore}. */
public final class ControlProcess implements Peers, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlProcess.class);
    private static final int SCRATCH_BYTES = 16_384;
    private static final long TICK_MS = 100;

    /** Connections beyond two of each ToR: applications, and those that have not said hello. */
    static final int MORE_CONNECTIONS = 256;

    /** Null when groups are not kept. */
    private final GroupFile groups;

    private final ServerSocketChannel server;
    private final Selector selector;
    private final ControlCore core;
    private final int mostConnections;
    private final Map<Long, Peer> peers = new HashMap<>();
    private final List<Long> gone = new ArrayList<>();
    private final BoundedLog refusals = new BoundedLog();
    private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES);
    private long nowNs;
    private long tickedNs;
    private long lastPeer;
    private volatile boolean stopping;

    private ControlProcess(
            final ControlSettings settings,
            final TokenFile token,
            final GroupFile groups,
            final ServerSocketChannel server,
            final Selector selector) {
        this.groups = groups;
        this.server = server;
        this.selector = selector;
        mostConnections = 2 * settings.tors().size() + MORE_CONNECTIONS;
        core = new ControlCore(settings, token, this, groups == null ? GroupStore.NONE : groups);
    }

    /**
     * Listens.
     *
     * @param settings of the control
     * @return the control; {@link #run} serves
     * @throws IOException when the token or the endpoint cannot be used; the message has the remedy
     */
    public static ControlProcess open(final ControlSettings settings) throws IOException {
        final TokenFile token = TokenFile.read(settings.tokenFile());
        final GroupFile groups = settings.state() == null ? null : GroupFile.open(settings);
        ServerSocketChannel server = null;
        Selector selector = null;
        try {
            server = ServerSocketChannel.open();
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.configureBlocking(false);
            server.bind(settings.listen());
            selector = Selector.open();
            server.register(selector, SelectionKey.OP_ACCEPT);
            return new ControlProcess(settings, token, groups, server, selector);
        } catch (final IOException e) {
            CloseHelper.quietCloseAll(server, selector, groups);
            throw new IOException(
                    "cannot listen at "
                            + settings.listen()
                            + " ("
                            + IoReason.of(e)
                            + "): stop what does, or change control.listen",
                    e);
        }
    }

    /**
     * @return endpoint at which the control listens
     * @throws IOException when it is closed
     */
    public InetSocketAddress endpoint() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    /** Serves until {@link #close}. */
    public void run() {
        while (!stopping) {
            try {
                selector.select(waitMs());
                nowNs = System.nanoTime();
                for (final SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                core.onTime(nowNs);
                tick();
                end();
            } catch (final IOException e) {
                LOG.warn("connections of relays: {}", IoReason.of(e));
            }
        }
        peers.values().forEach(each -> CloseHelper.quietClose(each.lines().channel()));
        CloseHelper.quietCloseAll(server, selector, groups);
    }

    private long waitMs() {
        final long deadlineNs = core.deadlineNs();
        if (deadlineNs == Long.MAX_VALUE) {
            return TICK_MS;
        }
        final long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        return Math.max(1, Math.min(TICK_MS, leftMs));
    }

    private void serve(final SelectionKey key) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.channel() == server) {
            accept();
            return;
        }
        final Peer peer = (Peer) key.attachment();
        try {
            if (key.isWritable()) {
                peer.lines().write();
            }
            if (key.isReadable()) {
                peer.heard(nowNs);
                peer.lines().read(scratch, line -> onLine(peer, line));
            }
            key.interestOps(peer.lines().interest());
        } catch (final IOException | CancelledKeyException e) {
            drop(peer.number(), null);
        }
    }

    private void onLine(final Peer peer, final String line) {
        if (peers.containsKey(peer.number()) && !line.equals(LinkLine.PING)) {
            core.onLine(nowNs, peer.number(), line);
        }
    }

    private void accept() throws IOException {
        final SocketChannel channel = server.accept();
        if (channel == null) {
            return;
        }
        if (peers.size() >= mostConnections) {
            refusals.refused(
                    nowNs,
                    String.valueOf(channel.getRemoteAddress()),
                    mostConnections + " connections are open");
            channel.close();
            return;
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        final Peer peer =
                new Peer(
                        ++lastPeer,
                        String.valueOf(channel.getRemoteAddress()),
                        new LineChannel(channel, LinkLine.MOST),
                        channel.register(selector, SelectionKey.OP_READ),
                        nowNs);
        peer.key().attach(peer);
        peers.put(peer.number(), peer);
    }

    private void tick() {
        if (nowNs - tickedNs < TimeUnit.MILLISECONDS.toNanos(TICK_MS)) {
            return;
        }
        tickedNs = nowNs;
        refusals.onTime(nowNs);
        for (final Peer peer : List.copyOf(peers.values())) {
            if (peer.isSilent(nowNs, core.isKnown(peer.number()))) {
                drop(peer.number(), "it says nothing");
            } else if (peer.isDue(nowNs)) {
                send(peer.number(), LinkLine.PING);
            }
        }
    }

    @Override
    public void send(final long number, final String line) {
        final Peer peer = peers.get(number);
        if (peer == null) {
            return;
        }
        try {
            peer.said(nowNs);
            peer.lines().send(line);
            peer.key().interestOps(peer.lines().interest());
        } catch (final IOException | CancelledKeyException e) {
            drop(number, e.getMessage());
        }
    }

    /** The core hears of it after this turn: it may be in the middle of a message. */
    @Override
    public void drop(final long number, final String why) {
        final Peer peer = peers.remove(number);
        if (peer == null) {
            return;
        }
        if (why != null) {
            refusals.refused(nowNs, "the connection of " + peer.from(), why);
        }
        CloseHelper.quietClose(peer.lines().channel());
        gone.add(number);
    }

    private void end() {
        while (!gone.isEmpty()) {
            core.onGone(nowNs, gone.remove(gone.size() - 1));
        }
    }

    /** Ends {@link #run}; any thread. */
    @Override
    public void close() {
        stopping = true;
        selector.wakeup();
    }
}
