package io.polycast.dataplane.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** One client of the control socket: collects lines, answers them one at a time. */
final class Connection {
    /** Most bytes of a request. */
    static final int MOST_BYTES = 1 << 20;

    private static final int FIRST_BYTES = 4096;

    private final SocketChannel channel;
    private final RequestHandler handler;
    private byte[] request = new byte[FIRST_BYTES];
    private int length;
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
        while (scratch.hasRemaining() && length <= MOST_BYTES) {
            append(scratch.get());
        }
        answer();
    }

    private void append(final byte b) {
        if (length == request.length) {
            request = Arrays.copyOf(request, Math.min(2 * request.length, MOST_BYTES + 1));
        }
        request[length++] = b;
    }

    /** Answers whole lines for as long as the client takes the answers. */
    private void answer() throws IOException {
        int start = 0;
        for (int i = 0; i < length && reply == null; i++) {
            if (request[i] == '\n') {
                begin(handler.handle(request, start, i - start));
                start = i + 1;
            }
        }
        System.arraycopy(request, start, request, 0, length - start);
        length -= start;
        if (length > MOST_BYTES && reply == null) {
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
