package io.polycast.parser.contract;

import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The counters of one shard: an array of 64-bit words, endings first, tallies behind them. One
 * thread writes, with release stores; any number of readers may look, in this process or through a
 * mapped file in another.
 */
public final class CounterBlock {
    /** Bytes that a block takes. */
    public static final int LENGTH = (Ending.ID_LIMIT + Tally.ID_LIMIT) * BitUtil.SIZE_OF_LONG;

    private static final int HELD_ID = Ending.HELD.id();
    private static final int TALLIES_OFFSET = Ending.ID_LIMIT * BitUtil.SIZE_OF_LONG;

    private final AtomicBuffer buffer;
    private final int offset;

    // The way that a process uses is compiled as what it is: memory in the heap or outside.
    private final byte[] array;
    private final long address;

    /**
     * @param buffer that holds the block, aligned to 8 bytes
     * @param offset of the block's first byte, a multiple of 8
     */
    public CounterBlock(final AtomicBuffer buffer, final int offset) {
        buffer.boundsCheck(offset, LENGTH);
        this.buffer = buffer;
        this.offset = offset;
        this.array = buffer.byteArray();
        this.address = buffer.addressOffset() + offset;
    }

    /**
     * Counts one frame under the way it ended.
     *
     * @param endingId id of an {@link Ending} other than {@link Ending#HELD}
     */
    public void end(final int endingId) {
        add((long) endingId * BitUtil.SIZE_OF_LONG, 1);
    }

    /** Counts one frame as held. */
    public void hold() {
        end(HELD_ID);
    }

    /**
     * Counts one held frame under the way it ended.
     *
     * @param endingId id of an {@link Ending} other than {@link Ending#HELD}
     */
    public void endHeld(final int endingId) {
        add((long) HELD_ID * BitUtil.SIZE_OF_LONG, -1);
        end(endingId);
    }

    /**
     * Adds one to a tally.
     *
     * @param tally to add to
     */
    public void count(final Tally tally) {
        count(tally, 1);
    }

    /**
     * Adds to a tally.
     *
     * @param tally to add to
     * @param n how much, at least 0
     */
    public void count(final Tally tally, final long n) {
        add(TALLIES_OFFSET + (long) tally.id() * BitUtil.SIZE_OF_LONG, n);
    }

    /**
     * @param ending to read
     * @return frames that ended so; for {@link Ending#HELD} those that are held now
     */
    public long get(final Ending ending) {
        return buffer.getLongVolatile(offset + ending.id() * BitUtil.SIZE_OF_LONG);
    }

    /**
     * @param tally to read
     * @return its count
     */
    public long get(final Tally tally) {
        return buffer.getLongVolatile(offset + TALLIES_OFFSET + tally.id() * BitUtil.SIZE_OF_LONG);
    }

    /**
     * @return frames that have ended; with {@link #held} the number of frames that came in
     */
    public long ended() {
        long sum = 0;
        for (final Ending ending : Ending.values()) {
            if (ending != Ending.HELD) {
                sum += get(ending);
            }
        }
        return sum;
    }

    /**
     * @return frames that are held now
     */
    public long held() {
        return get(Ending.HELD);
    }

    private void add(final long at, final long n) {
        if (UnsafeBuffer.SHOULD_BOUNDS_CHECK) {
            buffer.boundsCheck(offset + (int) at, BitUtil.SIZE_OF_LONG);
        }
        final long index = address + at;
        if (array == null) {
            UnsafeApi.putLongRelease(null, index, UnsafeApi.getLong(index) + n);
        } else {
            UnsafeApi.putLongRelease(array, index, UnsafeApi.getLong(array, index) + n);
        }
    }
}
