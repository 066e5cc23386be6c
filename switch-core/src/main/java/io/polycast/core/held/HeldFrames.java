package io.polycast.core.held;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Disposition;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.Tally;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * The store of one shard: a slot for each frame held, in arrays that never grow. A handle is the slot's
 * generation above the slot's index; a slot gets its next generation when its frame ends, so that old
 * handles match nothing.
 */
public final class HeldFrames implements FrameStore {
    private static final int GENERATION_SHIFT = 32;

    /** Bytes of a copy's tail that {@link EgressSink#offerCopy} writes anew. */
    private static final int ICRC = 4;

    /** By id of an ending: whether a copy that ended so has left. */
    private static final boolean[] LEAVES = new boolean[Ending.ID_LIMIT];

    static {
        for (final Ending ending : Ending.values()) {
            LEAVES[ending.id()] =
                    ending.disposition() == Disposition.FORWARDED
                            || ending.disposition() == Disposition.REPLICATED;
        }
    }

    private final HeldMemory memory;
    private final DirectBuffer frames;
    private final CounterBlock counters;
    private final int[] offsets;
    private final int[] lengths;
    private final int[] references;
    private final int[] generations;
    private final byte[] endings;

    /** Slots without a frame, the one used last at the end. */
    private final int[] free;

    private int freeCount;

    private final Copy copy = new Copy();

    /**
     * @param capacity most frames that may be held, at least 0
     * @param memory in which they lie
     * @param counters of the shard
     */
    public HeldFrames(final int capacity, final HeldMemory memory, final CounterBlock counters) {
        this.memory = memory;
        this.frames = memory.buffer();
        this.counters = counters;
        offsets = new int[capacity];
        lengths = new int[capacity];
        references = new int[capacity];
        generations = new int[capacity];
        endings = new byte[capacity];
        free = new int[capacity];
        Arrays.setAll(free, i -> capacity - 1 - i);
        freeCount = capacity;
    }

    @Override
    public long hold(
            final DirectBuffer frame, final int offset, final int length, final int references) {
        if (references < 1 || length < ICRC) {
            throw new IllegalArgumentException(
                    "references=" + references + " < 1 or length=" + length + " < " + ICRC);
        }
        final int at = freeCount == 0 ? HeldMemory.NONE : memory.keep(frame, offset, length);
        if (at == HeldMemory.NONE) {
            counters.count(Tally.HOLDS_REFUSED);
            return NONE;
        }
        final int slot = free[--freeCount];
        offsets[slot] = at;
        lengths[slot] = length;
        this.references[slot] = references;
        endings[slot] = 0;
        counters.hold();
        return (long) generations[slot] << GENERATION_SHIFT | slot;
    }

    @Override
    public boolean retain(final long handle, final int references) {
        final int slot = slotOf(handle);
        if (slot < 0) {
            return false;
        }
        if (references < 1) {
            throw new IllegalArgumentException("references=" + references + " < 1");
        }
        this.references[slot] = Math.addExact(this.references[slot], references);
        return true;
    }

    @Override
    public boolean send(
            final long handle,
            final int skip,
            final DirectBuffer prefix,
            final int prefixOffset,
            final int prefixLength,
            final int egressPort,
            final EgressSink egress) {
        final int slot = slotOf(handle);
        if (slot < 0) {
            return false;
        }
        final int offset = offsets[slot] + skip;
        final int length = lengths[slot] - skip;
        if (prefixLength > LONGEST_PREFIX || skip < 0 || length < ICRC) {
            throw new IllegalArgumentException(
                    "prefixLength=" + prefixLength + ", skip=" + skip + " of " + lengths[slot]);
        }
        if (prefixLength == 0) {
            return egress.offer(egressPort, frames, offset, length);
        }
        // The last bytes are written as they are: a prefix leaves the frame behind it unchanged.
        final int last = length - ICRC;
        copy.header(prefix, prefixLength).tail(frames, offset, length).icrcIndex(last);
        final int icrc = frames.getInt(offset + last, ByteOrder.LITTLE_ENDIAN);
        return egress.offerCopy(egressPort, copy, prefixOffset, icrc);
    }

    @Override
    public boolean release(final long handle, final int endingId) {
        final int slot = slotOf(handle);
        if (slot < 0) {
            return false;
        }
        if (!LEAVES[endings[slot]]) {
            endings[slot] = (byte) endingId;
        }
        if (--references[slot] == 0) {
            end(slot);
        }
        return true;
    }

    private void end(final int slot) {
        references[slot] = 0;
        generations[slot] = generations[slot] + 1 & Integer.MAX_VALUE;
        free[freeCount++] = slot;
        counters.endHeld(endings[slot]);
        memory.giveBack(offsets[slot]);
    }

    /**
     * Ends every frame that is still held, whatever references it has.
     *
     * @return frames that ended
     */
    public int stop() {
        int ended = 0;
        for (int slot = 0; slot < references.length; slot++) {
            if (references[slot] > 0) {
                if (!LEAVES[endings[slot]]) {
                    endings[slot] = (byte) Ending.HELD_AT_STOP.id();
                }
                end(slot);
                ended++;
            }
        }
        return ended;
    }

    /** The slot of a frame that is held, or -1. */
    private int slotOf(final long handle) {
        final int slot = (int) handle;
        return slot >= 0
                        && slot < references.length
                        && references[slot] > 0
                        && generations[slot] == (int) (handle >>> GENERATION_SHIFT)
                ? slot
                : -1;
    }

    @Override
    public DirectBuffer memory() {
        return frames;
    }

    @Override
    public int offset(final long handle) {
        final int slot = slotOf(handle);
        return slot < 0 ? -1 : offsets[slot];
    }

    @Override
    public int length(final long handle) {
        final int slot = slotOf(handle);
        return slot < 0 ? -1 : lengths[slot];
    }

    @Override
    public int held() {
        return references.length - freeCount;
    }

    @Override
    public int capacity() {
        return references.length;
    }
}
