package io.polycast.xdp.port;

import io.polycast.parser.memory.DirectMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory that all frames of one switch live in: equal chunks with a reference count each, in
 * two regions. For AF_XDP ports it is the one UMEM that all of them share.
 *
 * <pre>
 *   0                      rxChunks * chunkSize                       length
 *   | rx chunk | rx chunk | ... | tx chunk | tx chunk | ...           |
 * </pre>
 *
 * Two threads use it, which may be one and the same. The <b>receive side</b> only takes rx chunks
 * ({@link #acquireRx}) and may put back what it took and handed to nobody ({@link #putBackRx}). The
 * <b>transmit side</b> does everything else. An rx chunk changes sides with its frame, through
 * whatever queue the frame takes, which must order memory; it returns through a ring in here. A
 * received frame starts {@link #HEADROOM} bytes into its chunk, as the kernel places it.
 */
public final class FrameMemory implements AutoCloseable {
    /** Bytes before a received frame: the kernel's XDP_PACKET_HEADROOM. */
    public static final int HEADROOM = 256;

    /** Answer of the acquire calls when no chunk is free. */
    public static final int NONE = -1;

    private static final int PAGE = 4096;
    private static final int LINE_SHIFT = 6;
    private static final int LINE = 1 << LINE_SHIFT;
    private static final int RECIPROCAL_SHIFT = 38;
    private static final int MOST_LINES = 1 << 13;

    /** Lines at which frames begin in their chunks, a power of two. */
    private static final int COLOURS = 32;

    private static final VarHandle COUNTER;

    static {
        COUNTER = MethodHandles.arrayElementVarHandle(long[].class);
    }

    /** Index of a side's counter: a cache line (and its neighbour) each. */
    private static final int RECEIVE_SIDE = 16;

    private static final int TRANSMIT_SIDE = 48;

    private final int chunkSize;
    private final int chunkShift;

    /** ceil(2^38 / lines in a chunk), which divides exactly as long as chunks have less than 2^13 lines. */
    private final long reciprocal;

    private final int rxChunks;
    private final int txChunks;
    private final DirectMemory memory;
    private final UnsafeBuffer buffer;

    /** References to each chunk; owned by the side that owns the chunk. */
    private final int[] references;

    /** Receive side: rx chunks that are free, hottest last. */
    private final int[] rxFree;

    private int rxFreeCount;

    /** Transmit side: tx chunks that are free, hottest last. */
    private final int[] txFree;

    private int txFreeCount;

    /** Rx chunks on their way back from the transmit side to the receive side. */
    private final SpscRing returning;

    /** Net chunks taken, as each side sees it; written by that side alone. */
    private final long[] taken = new long[64];

    /**
     * @param chunkSize bytes in a chunk: a multiple of 64 above {@link #HEADROOM}; 2048 or 4096
     *     when an AF_XDP port uses the memory
     * @param rxChunks chunks to receive into, at least 1
     * @param txChunks chunks to copy into, at least 1
     */
    public FrameMemory(final int chunkSize, final int rxChunks, final int txChunks) {
        if (chunkSize <= HEADROOM || chunkSize % 64 != 0) {
            throw new IllegalArgumentException(
                    "chunkSize=" + chunkSize + " is not a multiple of 64 above " + HEADROOM);
        }
        if (rxChunks < 1 || txChunks < 1) {
            throw new IllegalArgumentException(
                    "rxChunks=" + rxChunks + " or txChunks=" + txChunks + " < 1");
        }
        final long length = ((long) rxChunks + txChunks) * chunkSize;
        if (length > Integer.MAX_VALUE - PAGE) {
            throw new IllegalArgumentException(
                    "frame memory of " + length + " bytes > " + (Integer.MAX_VALUE - PAGE));
        }
        this.chunkSize = chunkSize;
        this.chunkShift =
                Integer.bitCount(chunkSize) == 1 ? Integer.numberOfTrailingZeros(chunkSize) : -1;
        reciprocal = ((1L << RECIPROCAL_SHIFT) + chunkSize / LINE - 1) / (chunkSize / LINE);
        this.rxChunks = rxChunks;
        this.txChunks = txChunks;
        memory = new DirectMemory((int) length, PAGE);
        buffer = memory.buffer();
        references = new int[rxChunks + txChunks];
        rxFree = new int[rxChunks];
        txFree = new int[txChunks];
        Arrays.setAll(rxFree, i -> rxChunks - 1 - i);
        Arrays.setAll(txFree, i -> rxChunks + txChunks - 1 - i);
        rxFreeCount = rxChunks;
        txFreeCount = txChunks;
        returning = new SpscRing(rxChunks);
    }

    /**
     * Receive side: takes a chunk to receive into, with one reference.
     *
     * @return offset of its first byte, or {@link #NONE}
     */
    public int acquireRx() {
        // The chunk that came back last is in the caches; a chunk that was never used is not.
        final long returned = returning.poll();
        if (returned != SpscRing.EMPTY) {
            return take((int) returned);
        }
        return rxFreeCount == 0 ? NONE : take(rxFree[--rxFreeCount]);
    }

    private int take(final int chunk) {
        occupy(chunk);
        add(RECEIVE_SIDE, 1);
        return chunk * chunkSize;
    }

    /**
     * Receive side: takes chunks to receive into, with one reference each.
     *
     * @param offsets where those of their first bytes go, from index 0
     * @param wanted most chunks to take
     * @return chunks taken: fewer when no more are free
     */
    public int acquireRx(final int[] offsets, final int wanted) {
        int count = returning.drain(offsets, wanted);
        while (count < wanted && rxFreeCount > 0) {
            offsets[count++] = rxFree[--rxFreeCount];
        }
        for (int i = 0; i < count; i++) {
            final int chunk = offsets[i];
            occupy(chunk);
            offsets[i] = chunk * chunkSize;
        }
        add(RECEIVE_SIDE, count);
        return count;
    }

    private void occupy(final int chunk) {
        if (references[chunk] != 0) {
            throw broken("free chunk is referenced", chunk);
        }
        references[chunk] = 1;
    }

    /**
     * Receive side: puts back a chunk that {@link #acquireRx} gave and nobody else has seen.
     *
     * @param offset of any byte in the chunk
     */
    public void putBackRx(final int offset) {
        final int chunk = chunkIndex(offset);
        if (chunk >= rxChunks || references[chunk] != 1) {
            throw broken("not a chunk that the receive side holds alone", chunk);
        }
        references[chunk] = 0;
        rxFree[rxFreeCount++] = chunk;
        add(RECEIVE_SIDE, -1);
    }

    /**
     * Transmit side: takes a chunk to write a frame into, with one reference.
     *
     * @return offset of its first byte, or {@link #NONE}
     */
    public int acquireTx() {
        if (txFreeCount == 0) {
            return NONE;
        }
        final int chunk = txFree[--txFreeCount];
        occupy(chunk);
        add(TRANSMIT_SIDE, 1);
        return chunk * chunkSize;
    }

    /**
     * Transmit side: where a frame may be written before the chunk is taken.
     *
     * @return offset of the first byte of the chunk that {@link #acquireTx} will give next, or
     *     {@link #NONE}
     */
    public int nextTx() {
        return txFreeCount == 0 ? NONE : txFree[txFreeCount - 1] * chunkSize;
    }

    /**
     * @return chunks that {@link #acquireTx} can still give; for the transmit side
     */
    public int freeTx() {
        return txFreeCount;
    }

    /**
     * Where in a tx chunk a frame is best written. At the start of every chunk, one page each, all
     * headers would fall into the same few sets of the caches; so each chunk has a line of its own
     * to begin at.
     *
     * @param chunk offset of its first byte
     * @param length of the frame, not above the chunk's size
     * @return offset of the frame's first byte
     */
    public int spread(final int chunk, final int length) {
        final int colour = (chunkIndex(chunk) & COLOURS - 1) * LINE;
        return colour + length <= chunkSize ? chunk + colour : chunk;
    }

    /**
     * Transmit side: adds a reference to a chunk that has at least one.
     *
     * @param offset of any byte in the chunk
     * @throws IllegalStateException when the chunk is free: a broken invariant
     */
    public void retain(final int offset) {
        final int chunk = chunkIndex(offset);
        if (references[chunk] <= 0) {
            throw broken("retained although free", chunk);
        }
        references[chunk]++;
    }

    /**
     * Transmit side: drops a reference; the last one frees the chunk.
     *
     * @param offset of any byte in the chunk
     * @throws IllegalStateException when the chunk is free already: a broken invariant
     */
    public void release(final int offset) {
        final int chunk = chunkIndex(offset);
        final int left = references[chunk] - 1;
        if (left < 0) {
            throw broken("released although free", chunk);
        }
        references[chunk] = left;
        if (left == 0) {
            free(chunk);
        }
    }

    /**
     * Transmit side: drops a reference to each of several chunks; the last one frees a chunk.
     *
     * @param offsets of any byte in each chunk, from index 0
     * @param count of them
     * @throws IllegalStateException when a chunk is free already: a broken invariant
     */
    public void release(final int[] offsets, final int count) {
        int freed = 0;
        for (int i = 0; i < count; i++) {
            final int chunk = chunkIndex(offsets[i]);
            final int left = references[chunk] - 1;
            if (left < 0) {
                throw broken("released although free", chunk);
            }
            references[chunk] = left;
            if (left == 0) {
                giveBack(chunk);
                freed++;
            }
        }
        add(TRANSMIT_SIDE, -freed);
    }

    private void free(final int chunk) {
        add(TRANSMIT_SIDE, -1);
        giveBack(chunk);
    }

    private void giveBack(final int chunk) {
        if (chunk >= rxChunks) {
            txFree[txFreeCount++] = chunk;
        } else if (!returning.offer(chunk)) {
            throw broken("return ring full", chunk);
        }
    }

    /**
     * @return chunks with a reference: held by rings, queues or frames under way. Exact when both
     *     sides rest, else recent.
     */
    public int chunksInUse() {
        return (int)
                ((long) COUNTER.getOpaque(taken, RECEIVE_SIDE)
                        + (long) COUNTER.getOpaque(taken, TRANSMIT_SIDE));
    }

    /**
     * @param offset of any byte in the chunk
     * @return references to the chunk; for the side that owns it
     */
    public int references(final int offset) {
        return references[chunkIndex(offset)];
    }

    /**
     * @return all chunks, page-aligned; index 0 is the first byte of chunk 0
     */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /**
     * @return the same memory for NIO; use a duplicate, position and limit are shared
     */
    public ByteBuffer byteBuffer() {
        return memory.bytes();
    }

    /** Gives the memory back, when no port has it any more. */
    @Override
    public void close() {
        memory.close();
    }

    /**
     * @return address of the first byte, a multiple of the page size
     */
    public long address() {
        return buffer.addressOffset();
    }

    /**
     * @return bytes in a chunk
     */
    public int chunkSize() {
        return chunkSize;
    }

    /**
     * @return chunks to receive into
     */
    public int rxChunks() {
        return rxChunks;
    }

    /**
     * @return chunks to copy into
     */
    public int txChunks() {
        return txChunks;
    }

    /**
     * @return longest frame that an rx chunk holds
     */
    public int frameCapacity() {
        return chunkSize - HEADROOM;
    }

    /**
     * @param offset of any byte in a chunk
     * @return offset of the chunk's first byte
     */
    public int chunkStart(final int offset) {
        return chunkIndex(offset) * chunkSize;
    }

    /**
     * @param offset of any byte in a chunk
     * @return index of the chunk; rx chunks come first
     */
    public int chunkIndex(final int offset) {
        if (chunkShift >= 0) {
            return offset >> chunkShift;
        }
        return chunkSize < MOST_LINES * LINE
                ? (int) ((offset >>> LINE_SHIFT) * reciprocal >>> RECIPROCAL_SHIFT)
                : offset / chunkSize;
    }

    private void add(final int side, final long change) {
        COUNTER.setOpaque(taken, side, taken[side] + change);
    }

    private IllegalStateException broken(final String what, final int chunk) {
        return new IllegalStateException(
                "frame memory: " + what + ": chunk " + chunk + ", references " + references[chunk]);
    }
}
