package io.polycast.sim.net;

import io.polycast.xdp.port.FrameMemory;
import java.util.HashMap;
import java.util.Map;

/** Frame memories that runs of one thread use one after the other. Not threadsafe. */
public final class Arenas {
    private static final int MIN_CHUNKS = 4096;

    private final Map<Integer, FrameMemory> byChunkSize = new HashMap<>();

    /** Empty. */
    public Arenas() {}

    FrameMemory take(final int chunkSize, final int chunks) {
        final FrameMemory known = byChunkSize.remove(chunkSize);
        if (known != null && known.txChunks() >= chunks) {
            return known;
        }
        return new FrameMemory(chunkSize, 1, Math.max(MIN_CHUNKS, chunks));
    }

    /**
     * Only a memory without frames is used again.
     *
     * @param frames of a run that is over
     */
    public void giveBack(final Frames frames) {
        final FrameMemory memory = frames.memory();
        if (memory.chunksInUse() == 0) {
            byChunkSize.put(memory.chunkSize(), memory);
        }
    }
}
