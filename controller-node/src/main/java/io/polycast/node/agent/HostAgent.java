package io.polycast.node.agent;

import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.SocketFile;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.remote.DialedLink;
import io.polycast.dataplane.remote.LineChannel;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process {@code polycast hostagent}: one thread, three kinds of sockets, one {@link AgentCore}. */
public final class HostAgent implements AgentOutput, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostAgent.class);

    /** Most packets of switches in a turn. */
    private static final int MOST_PACKETS = 64;

    /** Most bytes of a line of an application. */
    private static final int MOST_BYTES = 4096;

    private static final int SCRATCH_BYTES = 16_384;
    private static final long TICK_MS = 100;
    private static final long KEYS_MS = 1_000;
    private static final SocketFile.Words WORDS =
            new SocketFile.Words(
                    "agent socket",
                    "agent.socket",
                    "host agent",
                    "a host agent is running at %s; stop it, or name another socket in"
                            + " agent.socket");

    private final AgentSettings settings;
    private final AgentKeys keys;
    private final SocketFile socket;
    private final DatagramChannel datagrams;
    private final Selector selector;
    private final AgentCore core;
    private final ControllerLink link;
    private final Map<Long, Client> clients = new HashMap<>();
    private final List<Client> gone = new ArrayList<>();
    private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES);
    private final byte[] datagram = new byte[Mrp.MTU];
    private long lastClient;
    private long keysMs;
    private volatile boolean stopping;

    /** An application. */
    private record Client(long number, LineChannel lines, SelectionKey key) {}

    private HostAgent(
            final AgentSettings settings,
            final AgentKeys keys,
            final MrpAuthenticator authenticator,
            final SocketFile socket,
            final DatagramChannel datagrams,
            final Selector selector) {
        this.settings = settings;
        this.keys = keys;
        this.socket = socket;
        this.datagrams = datagrams;
        this.selector = selector;
        final HostMrp mrp =
                new HostMrp(settings.ip(), settings.registration().port(), authenticator, this);
        core = new AgentCore(settings.name(), settings.ip(), mrp, this);
        link = new ControllerLink(settings, selector, core);
    }

    /**
     * Opens the sockets.
     *
     * @param settings of the agent
     * @return the agent; {@link #run} serves
     * @throws AgentException when a key or a socket cannot be had
     */
    public static HostAgent open(final AgentSettings settings) throws AgentException {
        final AgentKeys keys = new AgentKeys(settings.registration().keys());
        final MrpAuthenticator authenticator = keys.authenticator();
        DatagramChannel datagrams = null;
        SocketFile socket = null;
        Selector selector = null;
        try {
            datagrams = bind(settings);
            socket = SocketFile.open(settings.socket(), "rw-rw----", WORDS);
            selector = Selector.open();
            datagrams.register(selector, SelectionKey.OP_READ);
            socket.channel().register(selector, SelectionKey.OP_ACCEPT);
            return new HostAgent(settings, keys, authenticator, socket, datagrams, selector);
        } catch (final ControlException e) {
            CloseHelper.quietCloseAll(datagrams, socket, selector);
            throw new AgentException(e.getMessage(), e);
        } catch (final IOException e) {
            CloseHelper.quietCloseAll(datagrams, socket, selector);
            throw new AgentException("the agent cannot start: " + IoReason.of(e), e);
        }
    }

    private static DatagramChannel bind(final AgentSettings settings)
            throws IOException, AgentException {
        final DatagramChannel channel = DatagramChannel.open();
        final int port = settings.registration().port();
        try {
            channel.configureBlocking(false);
            channel.bind(
                    new InetSocketAddress(InetAddress.getByAddress(settings.ip().bytes()), port));
            return channel;
        } catch (final IOException e) {
            CloseHelper.quietClose(channel);
            throw new AgentException(
                    "UDP port "
                            + port
                            + " of "
                            + settings.ip()
                            + " cannot be had ("
                            + IoReason.of(e)
                            + "); agent.ip must be an address of this host, and no other agent may"
                            + " run",
                    e);
        }
    }

    /** Serves until {@link #close}. */
    public void run() {
        while (!stopping) {
            try {
                selector.select(TICK_MS);
                final long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
                for (final SelectionKey key : selector.selectedKeys()) {
                    serve(key, nowMs);
                }
                selector.selectedKeys().clear();
                while (!gone.isEmpty()) {
                    drop(gone.remove(gone.size() - 1));
                }
                link.onTick(nowMs);
                reloadKeys(nowMs);
            } catch (final IOException e) {
                LOG.warn("agent socket {}: {}", settings.socket(), IoReason.of(e));
            }
        }
        closeAll();
    }

    private void serve(final SelectionKey key, final long nowMs) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.channel() == socket.channel()) {
            accept();
        } else if (key.channel() == datagrams) {
            receive();
        } else if (key.attachment() instanceof DialedLink) {
            link.onReady(nowMs, scratch);
        } else {
            serve((Client) key.attachment());
        }
    }

    private void accept() throws IOException {
        final SocketChannel channel = socket.channel().accept();
        if (channel == null) {
            return;
        }
        if (clients.size() >= settings.clients()) {
            channel.close();
            return;
        }
        channel.configureBlocking(false);
        final SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        final Client client = new Client(++lastClient, new LineChannel(channel, MOST_BYTES), key);
        key.attach(client);
        clients.put(client.number, client);
        core.onClient(client.number);
    }

    private void serve(final Client client) {
        try {
            if (client.key.isWritable()) {
                client.lines.write();
            }
            if (client.key.isReadable()) {
                client.lines.read(scratch, line -> core.onClientLine(client.number, line));
            }
            client.key.interestOps(client.lines.interest());
        } catch (final IOException | CancelledKeyException e) {
            drop(client);
        }
    }

    private void drop(final Client client) {
        CloseHelper.quietClose(client.lines.channel());
        if (clients.remove(client.number) != null) {
            core.onClientGone(client.number);
        }
    }

    private void receive() throws IOException {
        final ByteBuffer room = ByteBuffer.wrap(datagram);
        InetSocketAddress from = (InetSocketAddress) datagrams.receive(room);
        // Applications and the controller come after a flood's first packets.
        for (int left = MOST_PACKETS; from != null; left--) {
            final byte[] address = from.getAddress().getAddress();
            core.mrp()
                    .onSwitch(
                            MrpAddress.load(new UnsafeBuffer(address), 0, address.length == 16),
                            datagram,
                            room.position(),
                            System.currentTimeMillis());
            room.clear();
            from = left > 1 ? (InetSocketAddress) datagrams.receive(room) : null;
        }
    }

    private void reloadKeys(final long nowMs) {
        if (nowMs - keysMs >= KEYS_MS) {
            keysMs = nowMs;
            keys.changed().ifPresent(core.mrp()::keys);
        }
    }

    @Override
    public void toClient(final long number, final String line) {
        final Client client = clients.get(number);
        if (client == null) {
            return;
        }
        try {
            client.lines.send(line);
            client.key.interestOps(client.lines.interest());
        } catch (final IOException | CancelledKeyException e) {
            // Dropped after this turn: the core may be in the middle of a message.
            gone.add(client);
        }
    }

    @Override
    public void toController(final ToController message) {
        link.send(message);
    }

    @Override
    public void toSwitch(
            final MrpAddress address, final int port, final byte[] packet, final int length) {
        try {
            datagrams.send(
                    ByteBuffer.wrap(packet, 0, length),
                    new InetSocketAddress(InetAddress.getByAddress(address.bytes()), port));
        } catch (final IOException e) {
            // As a lost packet: the side that asks repeats.
            LOG.debug("no MRP to {}: {}", address, IoReason.of(e));
        }
    }

    /** Ends {@link #run}; any thread. */
    @Override
    public void close() {
        stopping = true;
        selector.wakeup();
    }

    private void closeAll() {
        link.close();
        clients.values().forEach(each -> CloseHelper.quietClose(each.lines.channel()));
        CloseHelper.quietCloseAll(datagrams, socket, selector);
    }
}
