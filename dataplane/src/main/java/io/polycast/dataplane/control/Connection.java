package io.polycast.dataplane.control;

import io.polycast.dataplane.remote.LineBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One client of the control socket: collects lines, answers them one at a time. */
final class Connection {
    /** Most bytes of a request. */
    static final int MOST_BYTES = 1 << 20;

    private final SocketChannel channel;
    private final RequestHandler handler;
    private final LineBuffer requests = new LineBuffer(MOST_BYTES);
    private ByteBuffer reply;
    private boolean closing;
    private long lastHeardNs;

    Connection(final SocketChannel channel, final RequestHandler handler, final long nowNs) {
        this.channel = channel;
        this.handler = handler;
        this.lastHeardNs = nowNs;
    }

    boolean isIdleSince(final long nowNs, final long idleNs) {
        return nowNs - lastHeardNs > idleNs;
    }

    /**
     * Reads or writes as the key is ready; throws when the client is gone or has had its last
     * answer.
     */
    void serve(final SelectionKey key, final ByteBuffer scratch, final long nowNs)
            throws IOException {
        lastHeardNs = nowNs;
        if (reply != null) {
            write();
            if (reply == null) {
                answer();
            }
        } else if (key.isReadable()) {
            read(scratch);
        }
        // One answer at a time: nothing is read while one is on its way out.
        key.interestOps(reply != null ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    private void read(final ByteBuffer scratch) throws IOException {
        scratch.clear();
        if (channel.read(scratch) < 0) {
            throw new IOException("client hung up");
        }
        scratch.flip();
        requests.fill(scratch);
        answer();
    }

    /** Answers whole lines for as long as the client takes the answers. */
    private void answer() throws IOException {
        for (int length = requests.line(); length >= 0 && reply == null; length = requests.line()) {
            final byte[] answer = handler.handle(requests.bytes(), requests.offset(), length);
            requests.drop();
            begin(answer);
        }
        if (reply == null && requests.isTooLong()) {
            closing = true;
            begin(RequestHandler.refusalBytes("a request has at most " + MOST_BYTES + " bytes"));
        }
    }

    private void begin(final byte[] answer) throws IOException {
        reply = ByteBuffer.allocate(answer.length + 1).put(answer).put((byte) '\n').flip();
        write();
    }

    private void write() throws IOException {
        channel.write(reply);
        if (reply.hasRemaining()) {
            return;
        }
        reply = null;
        if (closing) {
            throw new IOException("request too long");
        }
    }
}
