package io.polycast.core.held;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Disposition;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.IcrcField;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * The held frames of one shard. Arrays that never grow have a place for each frame. A handle has the place's
 * generation in its upper half and the place in its lower half. A place gets its next generation when its
 * frame ends, so that old handles match nothing.
 */
public final class HeldFrames implements FrameStore {
    private static final int GENERATION_SHIFT = 32;

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

    /** Places without a frame, the one used last at the end. */
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
        if (references < 1 || length < IcrcField.LENGTH) {
            throw new IllegalArgumentException(
                    "references="
                            + references
                            + " < 1 or length="
                            + length
                            + " < "
                            + IcrcField.LENGTH);
        }
        final int at = freeCount == 0 ? HeldMemory.NONE : memory.keep(frame, offset, length);
        if (at == HeldMemory.NONE) {
            counters.count(Tally.HOLDS_REFUSED);
            return NONE;
        }
        final int place = free[--freeCount];
        offsets[place] = at;
        lengths[place] = length;
        this.references[place] = references;
        endings[place] = 0;
        counters.hold();
        return (long) generations[place] << GENERATION_SHIFT | place;
    }

    @Override
    public boolean retain(final long handle, final int references) {
        final int place = placeOf(handle);
        if (place < 0) {
            return false;
        }
        if (references < 1) {
            throw new IllegalArgumentException("references=" + references + " < 1");
        }
        this.references[place] = Math.addExact(this.references[place], references);
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
        final int place = placeOf(handle);
        if (place < 0) {
            return false;
        }
        final int offset = offsets[place] + skip;
        final int length = lengths[place] - skip;
        if (prefixLength > LONGEST_PREFIX || skip < 0 || length < IcrcField.LENGTH) {
            throw new IllegalArgumentException(
                    "prefixLength=" + prefixLength + ", skip=" + skip + " of " + lengths[place]);
        }
        if (prefixLength == 0) {
            return egress.offer(egressPort, frames, offset, length);
        }
        // The last bytes are written as they are: a prefix leaves the frame behind it unchanged.
        final int last = length - IcrcField.LENGTH;
        copy.header(prefix, prefixLength).tail(frames, offset, length).icrcIndex(last);
        final int icrc = frames.getInt(offset + last, ByteOrder.LITTLE_ENDIAN);
        return egress.offerCopy(egressPort, copy, prefixOffset, icrc);
    }

    @Override
    public boolean release(final long handle, final int endingId) {
        final int place = placeOf(handle);
        if (place < 0) {
            return false;
        }
        if (!LEAVES[endings[place]]) {
            endings[place] = (byte) endingId;
        }
        if (--references[place] == 0) {
            end(place);
        }
        return true;
    }

    private void end(final int place) {
        references[place] = 0;
        generations[place] = generations[place] + 1 & Integer.MAX_VALUE;
        free[freeCount++] = place;
        counters.endHeld(endings[place]);
        memory.giveBack(offsets[place]);
    }

    /**
     * Ends every frame that is still held. Each of its references is a lost copy, counted under {@link
     * Tally#COPIES_LOST_AT_STOP}, whether or not another copy of the frame left.
     *
     * @return frames that ended
     */
    public int stop() {
        int ended = 0;
        for (int place = 0; place < references.length; place++) {
            if (references[place] > 0) {
                counters.count(Tally.COPIES_LOST_AT_STOP, references[place]);
                if (!LEAVES[endings[place]]) {
                    endings[place] = (byte) Ending.HELD_AT_STOP.id();
                }
                end(place);
                ended++;
            }
        }
        return ended;
    }

    /** The place of a frame that is held, or -1. */
    private int placeOf(final long handle) {
        final int place = (int) handle;
        return place >= 0
                        && place < references.length
                        && references[place] > 0
                        && generations[place] == (int) (handle >>> GENERATION_SHIFT)
                ? place
                : -1;
    }

    @Override
    public DirectBuffer memory() {
        return frames;
    }

    @Override
    public int offset(final long handle) {
        final int place = placeOf(handle);
        return place < 0 ? -1 : offsets[place];
    }

    @Override
    public int length(final long handle) {
        final int place = placeOf(handle);
        return place < 0 ? -1 : lengths[place];
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
