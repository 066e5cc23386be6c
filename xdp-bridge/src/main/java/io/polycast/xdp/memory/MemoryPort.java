package io.polycast.xdp.memory;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameConsumer;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.SpscRing;
import org.agrona.DirectBuffer;

/**
 * A port whose other end is in the same process. The port works as an AF_XDP socket, with four
 * rings of descriptors over the shared memory, and the host in the kernel's place:
 *
 * <pre>
 *   receive side  -- fill (free rx chunks) -->        host: inject() copies into a chunk
 *                 <-- arrived (offset, length) --
 *   transmit side -- leaving (offset, length) -->     host: drain() reads in place
 *                 <-- completed (offset) --
 * </pre>
 *
 * One thread for the host, one for each side of the switch; any of them may be the same. No frame
 * allocates.
 */
public final class MemoryPort extends PortBase {
    private final int maxFrameLength;
    private final SpscRing fill;
    private final SpscRing arrived;
    private final SpscRing leaving;
    private final SpscRing completed;
    private int stocked;
    private int outstanding;
    private boolean closed;

    /**
     * Stocks the port with rx chunks: to be called before the receive side's thread starts.
     *
     * @param index of the port, in [0, 64)
     * @param name of the port
     * @param memory of the switch
     * @param queueLength most frames waiting in each direction, at least 1; as many rx chunks are
     *     kept here, or as many as there are
     */
    public MemoryPort(
            final int index, final String name, final FrameMemory memory, final int queueLength) {
        super(index, name, memory);
        this.maxFrameLength = memory.frameCapacity();
        fill = new SpscRing(queueLength);
        arrived = new SpscRing(queueLength);
        leaving = new SpscRing(queueLength);
        completed = new SpscRing(queueLength);
        stock();
    }

    /**
     * Host: a frame goes into the switch.
     *
     * @param frame holds it
     * @param offset of its first byte
     * @param length in bytes
     * @return false when it was lost: the switch did not keep up, or the frame is too long; counted
     */
    public boolean inject(final DirectBuffer frame, final int offset, final int length) {
        if (length > maxFrameLength || length < 0) {
            stats.addRxInvalid(1);
            return false;
        }
        final long chunk = fill.poll();
        if (chunk == SpscRing.EMPTY) {
            stats.addRxRingFull(1);
            return false;
        }
        final int to = (int) chunk + FrameMemory.HEADROOM;
        buffer.putBytes(to, frame, offset, length);
        if (!arrived.offer(descriptor(to, length))) {
            throw new IllegalStateException("more chunks than slots at port " + name);
        }
        return true;
    }

    /**
     * Host: takes frames that left the switch.
     *
     * @param consumer sees each frame where it lies, in order
     * @param limit most frames to take
     * @return frames taken
     */
    public int drain(final FrameConsumer consumer, final int limit) {
        int taken = 0;
        while (taken < limit) {
            final long frame = leaving.poll();
            if (frame == SpscRing.EMPTY) {
                break;
            }
            final int offset = offsetOf(frame);
            consumer.onFrame(buffer, offset, lengthOf(frame));
            if (!completed.offer(offset)) {
                throw new IllegalStateException("more frames out than slots at port " + name);
            }
            taken++;
        }
        return taken;
    }

    /**
     * Host: how many frames {@link #inject} would take now.
     *
     * @return frames; a recent value
     */
    public int injectable() {
        return fill.size();
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        int taken = 0;
        long bytes = 0;
        while (taken < limit) {
            final long frame = arrived.poll();
            if (frame == SpscRing.EMPTY) {
                break;
            }
            final int length = lengthOf(frame);
            stocked--;
            taken++;
            bytes += length;
            handler.onFrame(index, offsetOf(frame), length, 0);
        }
        if (taken > 0) {
            stats.addRx(taken, bytes);
        }
        stock();
        return taken;
    }

    private void stock() {
        while (stocked < fill.capacity()) {
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                return;
            }
            if (!fill.offer(chunk)) {
                throw new IllegalStateException("fill ring overflows at port " + name);
            }
            stocked++;
        }
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        final int chunk = acquire(length);
        if (chunk == FrameMemory.NONE) {
            return false;
        }
        buffer.putBytes(chunk, frame, offset, length);
        return queue(chunk, length);
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        if (length > maxFrameLength) {
            stats.addTxTooLong();
            return false;
        }
        if (!hasRoom()) {
            return false;
        }
        memory.retain(offset);
        return queue(offset, length);
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        final int chunk = acquire(copy.length());
        if (chunk == FrameMemory.NONE) {
            return false;
        }
        final int length = FrameCopy.gather(buffer, chunk, copy, headerOffset, icrc);
        return queue(chunk, length);
    }

    private int acquire(final int length) {
        if (length > maxFrameLength) {
            stats.addTxTooLong();
            return FrameMemory.NONE;
        }
        if (!hasRoom()) {
            return FrameMemory.NONE;
        }
        return acquireTx();
    }

    /** Frames leaving and frames completed but not taken back share the room of one ring. */
    private boolean hasRoom() {
        if (outstanding < leaving.capacity()) {
            return true;
        }
        reclaim();
        if (outstanding < leaving.capacity()) {
            return true;
        }
        stats.addTxRingFull();
        return false;
    }

    private boolean queue(final int offset, final int length) {
        if (!leaving.offer(descriptor(offset, length))) {
            throw new IllegalStateException("more frames out than slots at port " + name);
        }
        outstanding++;
        stats.addTx(1, length);
        return true;
    }

    @Override
    public int flush() {
        return reclaim();
    }

    @Override
    public int room() {
        if (outstanding == leaving.capacity()) {
            reclaim();
        }
        return Math.min(leaving.capacity() - outstanding, memory.freeTx());
    }

    private int reclaim() {
        int freed = 0;
        long offset = completed.poll();
        while (offset != SpscRing.EMPTY) {
            memory.release((int) offset);
            freed++;
            offset = completed.poll();
        }
        outstanding -= freed;
        return freed;
    }

    @Override
    public int maxFrameLength() {
        return maxFrameLength;
    }

    /** Gives all chunks back; the host and both sides must rest. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        releaseAll(fill);
        releaseAll(arrived);
        releaseAll(leaving);
        releaseAll(completed);
    }

    private void releaseAll(final SpscRing ring) {
        long value = ring.poll();
        while (value != SpscRing.EMPTY) {
            memory.release(offsetOf(value));
            value = ring.poll();
        }
    }

    /** Offset in the low half: an offset alone is a descriptor of length 0. */
    private static long descriptor(final int offset, final int length) {
        return (long) length << 32 | offset;
    }

    private static int offsetOf(final long descriptor) {
        return (int) descriptor;
    }

    private static int lengthOf(final long descriptor) {
        return (int) (descriptor >>> 32);
    }
}
