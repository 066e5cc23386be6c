package io.polycast.dataplane.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** A peer that speaks lines, without blocking. What waits to be sent is bounded. Not threadsafe. */
public final class LineChannel {
    /** Most bytes that wait for a peer that does not read; then the connection ends. */
    private static final int MOST_WAITING = 8 << 20;

    private final SocketChannel channel;
    private final LineBuffer lines;
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
    private int waitingBytes;

    /** Takes lines. */
    public interface LineTaker {
        /** A line came, without its line feed. */
        void onLine(String line) throws IOException;
    }

    /**
     * @param channel that does not block
     * @param mostBytes of a line
     */
    public LineChannel(final SocketChannel channel, final int mostBytes) {
        this.channel = channel;
        this.lines = new LineBuffer(mostBytes);
    }

    /** The connection. */
    public SocketChannel channel() {
        return channel;
    }

    /**
     * Reads once.
     *
     * @param scratch room for the bytes
     * @param taker of whole lines
     * @throws IOException when the peer is gone, or sends a line that is too long
     */
    public void read(final ByteBuffer scratch, final LineTaker taker) throws IOException {
        scratch.clear();
        if (channel.read(scratch) < 0) {
            throw new IOException("the peer hung up");
        }
        lines.fill(scratch.flip());
        for (int length = lines.line(); length >= 0; length = lines.line()) {
            final String line =
                    new String(lines.bytes(), lines.offset(), length, StandardCharsets.UTF_8);
            lines.drop();
            taker.onLine(line);
        }
        if (lines.isTooLong()) {
            throw new IOException("the peer sent a line that is too long");
        }
    }

    /**
     * Sends a line, now or when the peer takes it.
     *
     * @throws IOException when the peer is gone or has not read for too long
     */
    public void send(final String line) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
        waitingBytes += bytes.remaining();
        if (waitingBytes > MOST_WAITING) {
            throw new IOException("the peer does not read");
        }
        waiting.add(bytes);
        write();
    }

    /** Sends what waits, as far as the peer takes it. */
    public void write() throws IOException {
        while (!waiting.isEmpty()) {
            waitingBytes -= channel.write(waiting.peek());
            if (waiting.peek().hasRemaining()) {
                return;
            }
            waiting.remove();
        }
    }

    /** What the selector is to look for. */
    public int interest() {
        return waiting.isEmpty()
                ? SelectionKey.OP_READ
                : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
    }
}
