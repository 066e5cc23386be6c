package io.polycast.core.held;

import io.polycast.parser.memory.DirectMemory;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of its own for held frames, into which they are copied: for switches without frame memory. */
public final class HeldPool implements HeldMemory, AutoCloseable {
    private final int chunkSize;
    private final DirectMemory memory;
    private final UnsafeBuffer buffer;

    /** Offsets of free chunks, the one given back last at the end. */
    private final int[] free;

    private int freeCount;

    /**
     * @param chunks frames that the pool has room for, at least 0
     * @param chunkSize bytes of the longest frame, at least 1
     */
    public HeldPool(final int chunks, final int chunkSize) {
        final long length = (long) chunks * chunkSize;
        if (chunks < 0 || chunkSize < 1 || length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "chunks=" + chunks + " of chunkSize=" + chunkSize + " bytes");
        }
        this.chunkSize = chunkSize;
        memory = chunks == 0 ? null : new DirectMemory((int) length, BitUtil.CACHE_LINE_LENGTH);
        buffer = memory == null ? new UnsafeBuffer(new byte[0]) : memory.buffer();
        free = new int[chunks];
        Arrays.setAll(free, i -> (chunks - 1 - i) * chunkSize);
        freeCount = chunks;
    }

    @Override
    public DirectBuffer buffer() {
        return buffer;
    }

    @Override
    public int keep(final DirectBuffer frame, final int offset, final int length) {
        if (freeCount == 0 || length > chunkSize) {
            return NONE;
        }
        final int to = free[--freeCount];
        buffer.putBytes(to, frame, offset, length);
        return to;
    }

    @Override
    public void giveBack(final int offset) {
        free[freeCount++] = offset;
    }

    /** Gives the pool's memory back; nothing may be called any more. */
    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
    }
}
