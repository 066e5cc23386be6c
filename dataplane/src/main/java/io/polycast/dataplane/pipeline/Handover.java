package io.polycast.dataplane.pipeline;

import io.polycast.parser.memory.DirectMemory;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Ring of bytes into a fused shard, for frames of its groups that arrived at other shards' queues. The
 * frames are copied, because shards share no memory. All other shards put frames in, and the owner takes
 * them out. No thread waits.
 */
public final class Handover implements AutoCloseable {
    /** Bytes for each entry that a staged shard's ring would have, and the most entries that count. */
    private static final int BYTES_AN_ENTRY = 256;

    private static final int MOST_ENTRIES = 16_384;

    /** A message may be an eighth of the ring: room for twice as many of the longest. */
    private static final int LONGEST_FRAMES = 16;

    private final DirectMemory memory;
    private final ManyToOneRingBuffer ring;

    /**
     * @param ringSize entries of rings as configured
     * @param chunkSize bytes that no frame exceeds
     */
    public Handover(final int ringSize, final int chunkSize) {
        final int capacity =
                BitUtil.findNextPositivePowerOfTwo(
                        Math.max(
                                Math.min(ringSize, MOST_ENTRIES) * BYTES_AN_ENTRY,
                                chunkSize * LONGEST_FRAMES));
        memory =
                new DirectMemory(
                        capacity + RingBufferDescriptor.TRAILER_LENGTH, BitUtil.CACHE_LINE_LENGTH);
        ring = new ManyToOneRingBuffer(memory.buffer());
    }

    /** Gives the ring's memory back, when no thread uses the ring any more. */
    @Override
    public void close() {
        memory.close();
    }

    /**
     * Any other shard's thread.
     *
     * @param port that the frame came in on
     * @param frames holds it
     * @param offset of its first byte
     * @param length in bytes
     * @return false when there is no room
     */
    boolean give(final int port, final DirectBuffer frames, final int offset, final int length) {
        return ring.write(1 + port, frames, offset, length); // 0 is no type of a message
    }

    /**
     * The owner's thread.
     *
     * @param handler of frames; the type of a message is 1 + the port that the frame came in on
     * @param limit most frames to take
     * @return frames taken
     */
    int take(final ControlledMessageHandler handler, final int limit) {
        return ring.controlledRead(handler, limit);
    }

    /**
     * As {@link #take}, when nobody gives any more.
     *
     * @return bytes taken off the way, 0 when nothing moves: a gap before the ring's end, which is no
     *     frame, is no end either
     */
    int clear(final ControlledMessageHandler handler, final int limit) {
        final int before = ring.size();
        ring.controlledRead(handler, limit);
        return before - ring.size();
    }
}
