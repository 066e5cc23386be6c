package io.polycast.dataplane.remote;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes of one peer, taken as lines that end with a line feed. A line has a most length. */
public final class LineBuffer {
    private static final int FIRST_BYTES = 4096;

    private final int mostBytes;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int start;
    private int end;

    /** No line feed stands before here. */
    private int searched;

    /**
     * @param mostBytes of a line, without its line feed
     */
    public LineBuffer(final int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * Takes all bytes. The caller takes all lines before it reads again, so that the buffer holds at most a
     * line and the bytes of one read.
     *
     * @param from that holds bytes of the peer
     */
    public void fill(final ByteBuffer from) {
        System.arraycopy(bytes, start, bytes, 0, end - start);
        searched -= start;
        end -= start;
        start = 0;
        final int needed = end + from.remaining();
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
        }
        final int taken = from.remaining();
        from.get(bytes, end, taken);
        end += taken;
    }

    /**
     * @return length of the first line, or -1 when there is no whole one of the most length or less
     */
    public int line() {
        while (searched < end && bytes[searched] != '\n') {
            searched++;
        }
        return searched < end && searched - start <= mostBytes ? searched - start : -1;
    }

    /**
     * @return whether the first line is longer than a line may be
     */
    public boolean isTooLong() {
        return line() < 0 && searched - start > mostBytes;
    }

    /** Bytes of the first line, from {@link #offset} on. */
    public byte[] bytes() {
        return bytes;
    }

    /** Offset of the first line. */
    public int offset() {
        return start;
    }

    /** Drops the first line, once it was used. */
    public void drop() {
        start = searched + 1;
        searched = start;
    }
}
