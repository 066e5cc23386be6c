package io.polycast.dataplane.remote;

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
 * The end of a link that dials: connects, says hello, shows life, and connects again with a back-off. Not
 * threadsafe.
 */
public final class DialedLink {
    private static final Logger LOG = LoggerFactory.getLogger(DialedLink.class);
    private static final long HELLO_MS = 5_000;
    private static final long PING_MS = 2_000;
    private static final long SILENT_MS = 10_000;
    private static final long FIRST_BACK_OFF_MS = 100;
    private static final long MOST_BACK_OFF_MS = 2_000;

    private final String peer;
    private final Selector selector;
    private final Talk talk;
    private LineChannel channel;
    private SelectionKey key;

    /** Where the latest connection goes. */
    private InetSocketAddress dialed;

    private boolean up;
    private long backOffMs = FIRST_BACK_OFF_MS;

    /** When to connect, or when to give a hello up. */
    private long deadlineMs;

    private long nowMs;
    private long heardMs;
    private long saidMs;
    private String lastFault = "";

    /** What is said on the link. */
    public interface Talk {
        /** Endpoint to dial next. */
        InetSocketAddress target();

        /**
         * @return first line of a connection
         * @throws IOException when there is none to be said; the link is tried again
         */
        String hello() throws IOException;

        /**
         * Takes a line that is no sign of life.
         *
         * @throws IOException ends the connection; the message is logged
         */
        void onLine(String line) throws IOException;

        /**
         * The connection has ended, or could not be made.
         *
         * @return whether the next one is to be made at once
         */
        boolean onEnd();
    }

    /**
     * @param peer word for the other end, for people
     * @param selector of the thread that calls
     * @param talk of the link
     */
    public DialedLink(final String peer, final Selector selector, final Talk talk) {
        this.peer = peer;
        this.selector = selector;
        this.talk = talk;
    }

    /** The other end has accepted the hello. */
    public void accepted() {
        up = true;
        lastFault = "";
        backOffMs = FIRST_BACK_OFF_MS;
    }

    /** Whether the other end has accepted the hello. */
    public boolean isUp() {
        return up;
    }

    /** Sends a line, if the link is up. */
    public void send(final String line) {
        if (up) {
            say(line);
        }
    }

    private void say(final String line) {
        try {
            saidMs = nowMs;
            channel.send(line);
            key.interestOps(channel.interest());
        } catch (final IOException | CancelledKeyException e) {
            // The next tick reports the end: the caller may be in the middle of a line.
            CloseHelper.quietClose(channel.channel());
        }
    }

    /**
     * Ready for what the key was registered for.
     *
     * @param atMs monotonic clock, in ms
     * @param scratch room for bytes
     */
    public void onReady(final long atMs, final ByteBuffer scratch) {
        nowMs = atMs;
        try {
            if (key.isConnectable() && channel.channel().finishConnect()) {
                heardMs = nowMs;
                key.interestOps(SelectionKey.OP_READ);
                say(talk.hello());
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
        if (!line.equals(LinkLine.PING)) {
            talk.onLine(line);
        }
    }

    /**
     * Time goes on.
     *
     * @param atMs monotonic clock, in ms
     */
    public void onTick(final long atMs) {
        nowMs = atMs;
        if (channel == null) {
            if (nowMs >= deadlineMs) {
                connect();
            }
        } else if (!key.isValid()) {
            end("the " + peer + " went away");
        } else if (up ? nowMs - heardMs > SILENT_MS : nowMs >= deadlineMs) {
            end("the " + peer + " does not answer");
        } else if (up && nowMs - saidMs > PING_MS) {
            say(LinkLine.PING);
        }
    }

    private void connect() {
        final InetSocketAddress target = talk.target();
        up = false;
        dialed = target;
        deadlineMs = nowMs + HELLO_MS;
        SocketChannel opened = null;
        try {
            opened = SocketChannel.open();
            opened.configureBlocking(false);
            opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel = new LineChannel(opened, LinkLine.MOST);
            key = opened.register(selector, SelectionKey.OP_CONNECT, this);
            opened.connect(target);
        } catch (final IOException e) {
            CloseHelper.quietClose(opened);
            end(String.valueOf(e.getMessage()));
        }
    }

    private void end(final String why) {
        if (channel != null) {
            CloseHelper.quietClose(channel.channel());
        }
        channel = null;
        up = false;
        // One line for each new reason: the other end may be away for hours.
        if (!why.equals(lastFault)) {
            lastFault = why;
            LOG.warn("no {} at {}: {}; trying again", peer, dialed, why);
        }
        deadlineMs = nowMs + (talk.onEnd() ? 0 : backOffMs);
        backOffMs = Math.min(2 * backOffMs, MOST_BACK_OFF_MS);
    }

    /** Ends the link for good. */
    public void close() {
        if (channel != null) {
            CloseHelper.quietClose(channel.channel());
        }
    }
}
