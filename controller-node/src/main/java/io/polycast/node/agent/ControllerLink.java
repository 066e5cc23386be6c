package io.polycast.node.agent;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.node.link.AgentLinkCodec;
import io.polycast.node.link.LinkException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's end of the link (docs/agent-link.md): connects, says hello, follows redirects, shows life, and
 * connects again with a back-off. Not threadsafe.
 */
final class ControllerLink {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerLink.class);
    private static final long HELLO_MS = 5_000;
    private static final long PING_MS = 2_000;
    private static final long SILENT_MS = 10_000;
    private static final long FIRST_BACK_OFF_MS = 100;
    private static final long MOST_BACK_OFF_MS = 2_000;

    private final AgentSettings settings;
    private final Selector selector;
    private final AgentCore core;
    private LineChannel channel;
    private SelectionKey key;
    private boolean up;
    private InetSocketAddress redirect;
    private int next;
    private long backOffMs = FIRST_BACK_OFF_MS;

    /** When to connect, or when to give a hello up. */
    private long deadlineMs;

    private long nowMs;
    private long heardMs;
    private long saidMs;
    private String lastFault = "";

    ControllerLink(final AgentSettings settings, final Selector selector, final AgentCore core) {
        this.settings = settings;
        this.selector = selector;
        this.core = core;
    }

    /** Sends a message, if the link is up. */
    void send(final ToController message) {
        if (up) {
            say(AgentLinkCodec.write(message));
        }
    }

    private void say(final String line) {
        try {
            saidMs = nowMs;
            channel.send(line);
            key.interestOps(channel.interest());
        } catch (final IOException e) {
            // The selector reports the end: the caller may be in the middle of a line.
            CloseHelper.quietClose(channel.channel());
        }
    }

    /** Ready for what the key was registered for. */
    void onReady(final long atMs, final ByteBuffer scratch) {
        nowMs = atMs;
        try {
            if (key.isConnectable() && channel.channel().finishConnect()) {
                heardMs = nowMs;
                key.interestOps(SelectionKey.OP_READ);
                say(
                        AgentLinkCodec.write(
                                new ToController.Hello(
                                        ToController.VERSION,
                                        settings.name(),
                                        settings.ip(),
                                        settings.token())));
                return;
            }
            if (key.isWritable()) {
                channel.write();
            }
            if (key.isReadable()) {
                heardMs = nowMs;
                channel.read(scratch, this::onLine);
            }
            key.interestOps(channel.interest());
        } catch (final IOException | CancelledKeyException e) {
            end(String.valueOf(e.getMessage()));
        }
    }

    private void onLine(final String line) throws IOException {
        if (AgentLinkCodec.isPing(line)) {
            return;
        }
        final ToAgent message;
        try {
            message = AgentLinkCodec.readDown(line);
        } catch (final LinkException e) {
            throw new IOException(e.getMessage(), e);
        }
        if (message instanceof ToAgent.Welcome welcome) {
            LOG.info("controller {} serves this host", welcome.controller());
            up = true;
            lastFault = "";
            backOffMs = FIRST_BACK_OFF_MS;
            core.onLinked();
        } else if (message instanceof ToAgent.Redirect to) {
            redirect = leader(to.leader());
            throw new IOException("the controller does not lead");
        } else if (!up) {
            throw new IOException(
                    message instanceof ToAgent.Refused refused
                            ? "hello refused: " + refused.reason() + ", " + refused.text()
                            : "the controller did not answer the hello");
        } else {
            core.onController(message, System.currentTimeMillis());
        }
    }

    private static InetSocketAddress leader(final String text) throws IOException {
        try {
            return text.isEmpty() ? null : Addresses.parseEndpoint(text);
        } catch (final BadValueException e) {
            throw new IOException("the controller redirects to no address", e);
        }
    }

    /**
     * Time goes on.
     *
     * @param atMs monotonic clock, in ms
     */
    void onTick(final long atMs) {
        nowMs = atMs;
        if (channel == null) {
            if (nowMs >= deadlineMs) {
                connect();
            }
        } else if (!key.isValid()) {
            end("the controller went away");
        } else if (up ? nowMs - heardMs > SILENT_MS : nowMs >= deadlineMs) {
            end("the controller does not answer");
        } else if (up && nowMs - saidMs > PING_MS) {
            say(AgentLinkCodec.PING);
        }
    }

    private void connect() {
        final InetSocketAddress target =
                redirect != null ? redirect : settings.controllers().get(next);
        redirect = null;
        next = (next + 1) % settings.controllers().size();
        up = false;
        deadlineMs = nowMs + HELLO_MS;
        SocketChannel opened = null;
        try {
            opened = SocketChannel.open();
            opened.configureBlocking(false);
            opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel = new LineChannel(opened, AgentLinkCodec.LINE);
            key = opened.register(selector, SelectionKey.OP_CONNECT, this);
            opened.connect(target);
        } catch (final IOException e) {
            CloseHelper.quietClose(opened);
            end(target + ": " + e.getMessage());
        }
    }

    private void end(final String why) {
        if (channel != null) {
            CloseHelper.quietClose(channel.channel());
        }
        channel = null;
        up = false;
        // One line for each new reason: a controller may be away for hours.
        if (!why.equals(lastFault)) {
            lastFault = why;
            LOG.warn("no controller: {}; trying again", why);
        }
        deadlineMs = nowMs + (redirect != null ? 0 : backOffMs);
        backOffMs = Math.min(2 * backOffMs, MOST_BACK_OFF_MS);
        core.onUnlinked();
    }

    /** Ends the link for good. */
    void close() {
        if (channel != null) {
            CloseHelper.quietClose(channel.channel());
        }
    }
}
