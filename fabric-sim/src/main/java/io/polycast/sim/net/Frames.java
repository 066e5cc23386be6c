package io.polycast.sim.net;

import io.polycast.parser.repr.FrameText;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The frames under way, in the appliance's own frame memory: a chunk each, with a reference count. A
 * chunk's number stands for its frame.
 */
public final class Frames {
    private static final int NONE = -1;

    private final FrameMemory memory;
    private final UnsafeBuffer buffer;
    private final int chunkSize;
    private final int[] lengths;
    private final boolean[] tainted;

    /** Frames that come again until a switch has heard them: who sends them does so once only. */
    private final boolean[] precious;

    private int spare = NONE;

    Frames(final FrameMemory memory) {
        this.memory = memory;
        buffer = memory.buffer();
        chunkSize = memory.chunkSize();
        lengths = new int[memory.txChunks() + memory.rxChunks()];
        tainted = new boolean[lengths.length];
        precious = new boolean[lengths.length];
    }

    FrameMemory memory() {
        return memory;
    }

    /** Holds all frames. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** Chunks, in use or not. */
    public int count() {
        return lengths.length;
    }

    /**
     * @param chunk of a frame
     * @return offset of its destination MAC
     */
    public int offset(final int chunk) {
        return chunk * chunkSize;
    }

    /**
     * @param chunk of a frame
     * @return its length in bytes, without FCS
     */
    public int length(final int chunk) {
        return lengths[chunk];
    }

    /**
     * @param chunk of a frame
     * @return whether its bytes were altered on the way, or it was made of altered ones
     */
    public boolean isTainted(final int chunk) {
        return tainted[chunk];
    }

    /**
     * @param chunk any
     * @return whether it holds a frame under way
     */
    public boolean isInUse(final int chunk) {
        return chunk != spare && memory.references(offset(chunk)) != 0;
    }

    /**
     * A chunk to write a frame into; the same until it is taken.
     *
     * @return its number
     * @throws IllegalStateException when all chunks are in use: more than windows allow
     */
    public int spare() {
        if (spare == NONE) {
            final int offset = memory.acquireTx();
            if (offset == FrameMemory.NONE) {
                throw new IllegalStateException(
                        memory.chunksInUse() + " frames are under way, more than windows allow");
            }
            spare = memory.chunkIndex(offset);
        }
        return spare;
    }

    /**
     * The spare chunk holds a frame now.
     *
     * @param length of it in bytes
     * @param isTainted whether it was made of altered bytes
     */
    public void takeSpare(final int length, final boolean isTainted) {
        precious[spare] = false;
        lengths[spare] = length;
        tainted[spare] = isTainted;
        spare = NONE;
    }

    /** Gives the spare chunk back, if there is one. */
    public void dropSpare() {
        if (spare != NONE) {
            memory.release(offset(spare));
            spare = NONE;
        }
    }

    /**
     * @param chunk of a frame that comes again until a switch has heard it
     */
    public void makePrecious(final int chunk) {
        precious[chunk] = true;
    }

    /**
     * @param chunk of a frame that nobody waits for any more
     */
    public void makeWorthless(final int chunk) {
        precious[chunk] = false;
    }

    /**
     * @param chunk of a frame
     * @return whether it comes again until a switch has heard it
     */
    public boolean isPrecious(final int chunk) {
        return precious[chunk];
    }

    void taint(final int chunk) {
        tainted[chunk] = true;
    }

    void retain(final int chunk) {
        memory.retain(offset(chunk));
    }

    /**
     * Gives one reference back.
     *
     * @param chunk of a frame
     */
    public void release(final int chunk) {
        memory.release(offset(chunk));
    }

    /** Chunks with a reference. */
    public int inUse() {
        return memory.chunksInUse();
    }

    /**
     * @param chunk of a frame
     * @return one line for people
     */
    public String describe(final int chunk) {
        return FrameText.describe(buffer, offset(chunk), lengths[chunk]);
    }
}
