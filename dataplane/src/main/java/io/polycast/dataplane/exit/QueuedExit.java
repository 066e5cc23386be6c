package io.polycast.dataplane.exit;

import com.lmax.disruptor.RingBuffer;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.DirectBuffer;

/**
 * Hands frames to the writer's thread through a ring. With several shards only this thread may use ports and
 * reference counts. The port counts a refused copy, because the engine is done with the frame by then.
 * Orders stay in order, so a frame is released after all its copies are queued.
 */
public final class QueuedExit implements FrameExit {
    /** Room for the largest authored frame: a neighbour advertisement with two tags is below. */
    public static final int ENTRY_BYTES = 256;

    /** Most orders that one frame makes: its copies, its feedback, its release. */
    private static final int ORDERS_A_FRAME = GroupSpec.MAX_PATHS + 8;

    private final RingBuffer<ExitEntry> ring;
    private final FrameMemory memory;
    private final PortCredits.Share credits;

    /** Frames to release that the ring had no room for: held ones end at any time. */
    private final int[] late;

    private int lateCount;

    /**
     * @param ring to the writer
     * @param memory in which received frames lie
     * @param credits of the shard
     * @param heldChunks frames that the shard's role may hold
     */
    public QueuedExit(
            final RingBuffer<ExitEntry> ring,
            final FrameMemory memory,
            final PortCredits.Share credits,
            final int heldChunks) {
        if (ring.getBufferSize() < 2 * ORDERS_A_FRAME) {
            throw new IllegalArgumentException(
                    "ring=" + ring.getBufferSize() + " < " + 2 * ORDERS_A_FRAME);
        }
        this.ring = ring;
        this.memory = memory;
        this.credits = credits;
        late = new int[heldChunks + 1];
    }

    public static int ringSize(final int configured) {
        return Math.max(configured, Integer.highestOneBit(2 * ORDERS_A_FRAME) << 1);
    }

    @Override
    public boolean hasRoom() {
        return lateCount == 0 && ring.hasAvailableCapacity(ORDERS_A_FRAME);
    }

    @Override
    public int room(final int egressPort) {
        final long orders = Math.max(0, ring.remainingCapacity() - 1);
        return (int) Math.min(orders, credits.room(egressPort));
    }

    @Override
    public int longest(final int egressPort) {
        return credits.longest(egressPort);
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        final boolean shared = frame == memory.buffer();
        if (!shared && length > ENTRY_BYTES || !hasRoomForOneMore()) {
            return false;
        }
        final long sequence = ring.next();
        final ExitEntry entry = ring.get(sequence);
        entry.port = egressPort;
        entry.length = length;
        if (shared) {
            entry.order = ExitEntry.SEND_SHARED;
            entry.offset = offset;
        } else {
            entry.order = ExitEntry.SEND;
            entry.bytes.putBytes(0, frame, offset, length);
        }
        ring.publish(sequence);
        credits.onOrdered(egressPort);
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        if (copy.tail != memory.buffer()) {
            throw new IllegalStateException("tail of a copy outside of the frame memory");
        }
        if (!hasRoomForOneMore()) {
            return false;
        }
        final long sequence = ring.next();
        final ExitEntry entry = ring.get(sequence);
        entry.order = ExitEntry.SEND_COPY;
        entry.port = egressPort;
        entry.bytes.putBytes(0, copy.header, headerOffset, copy.headerLength);
        entry.headerLength = copy.headerLength;
        entry.offset = copy.tailOffset;
        entry.length = copy.tailLength;
        entry.icrcIndex = copy.icrcIndex;
        entry.icrc = icrc;
        ring.publish(sequence);
        credits.onOrdered(egressPort);
        return true;
    }

    /** The last slot is for the release of the frame under way, which must not fail. */
    private boolean hasRoomForOneMore() {
        return ring.hasAvailableCapacity(2);
    }

    @Override
    public void release(final int offset) {
        if (ring.hasAvailableCapacity(1)) {
            order(offset);
        } else {
            late[lateCount++] = offset;
        }
    }

    private void order(final int offset) {
        final long sequence = ring.next();
        final ExitEntry entry = ring.get(sequence);
        entry.order = ExitEntry.RELEASE;
        entry.offset = offset;
        ring.publish(sequence);
    }

    @Override
    public int flush() {
        int work = 0;
        while (lateCount > 0 && hasRoomForOneMore()) {
            order(late[--lateCount]);
            work++;
        }
        return work;
    }
}
