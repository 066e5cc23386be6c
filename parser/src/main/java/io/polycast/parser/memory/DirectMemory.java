package io.polycast.parser.memory;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory outside of the Java heap, all zero at first, that is given back when its owner closes it.
 * The collector alone would give it back too late: it does not see how much there is.
 */
public final class DirectMemory implements AutoCloseable {
    /** With what the alignment cost; null once it was given back. */
    private ByteBuffer whole;

    private final ByteBuffer bytes;
    private final UnsafeBuffer buffer;

    /**
     * @param length in bytes
     * @param alignment of the first byte's address, a power of two
     * @throws OutOfMemoryError when there is no room
     */
    public DirectMemory(final int length, final int alignment) {
        if (!BitUtil.isPowerOfTwo(alignment)) {
            throw new IllegalArgumentException("alignment=" + alignment + " is no power of two");
        }
        whole = ByteBuffer.allocateDirect(Math.addExact(length, alignment - 1));
        final int skipped = (int) (-BufferUtil.address(whole) & alignment - 1);
        bytes = whole.slice(skipped, length);
        buffer = new UnsafeBuffer(bytes);
    }

    /** The memory; of length 0 once it was given back. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** The same memory for NIO; not to be touched after {@link #close}. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Gives the memory back; it may not be used any more. A second call does nothing. */
    @Override
    public void close() {
        if (whole != null) {
            buffer.wrap(0, 0);
            BufferUtil.free(whole);
            whole = null;
        }
    }
}
