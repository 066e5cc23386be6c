package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Threading;
import java.util.List;

/**
 * Number of chunks of frame memory that a switch needs. Ports stock chunks to receive into, frames
 * are under way inside, and received frames or copies wait to be transmitted. Several fused shards
 * have a memory each, for their own queues.
 *
 * @param memories of the switch, all alike
 * @param rxChunks to receive into, of each memory, with those that may be held
 * @param txChunks to copy into, of each memory
 * @param heldChunks that roles may hold, of each memory
 */
public record FramePlan(int memories, int rxChunks, int txChunks, int heldChunks) {
    /**
     * @param configuration of a switch
     * @return its {@code pipeline.chunks}, divided as its ports need them
     */
    public static FramePlan of(final Configuration configuration) {
        final PipelineConfig pipeline = configuration.pipeline();
        return enough(
                        configuration.ports(),
                        pipeline.threading(),
                        pipeline.shards(),
                        pipeline.buffers().ringSize(),
                        pipeline.buffers().batch(),
                        configuration.limits().heldChunks())
                .scaledTo(pipeline.buffers().chunks());
    }

    /** Room for all rings to be full at once. */
    public static FramePlan enough(
            final List<PortConfig> ports,
            final Threading threading,
            final int shards,
            final int ringSize,
            final int batch,
            final int heldChunks) {
        final boolean fused = threading == Threading.FUSED;
        final int memories = fused ? shards : 1; // as PipelineConfig.separateShards
        final int inside = (fused ? 0 : shards * ringSize) + batch;
        int stocked = 0;
        int waiting = 0;
        for (final PortConfig port : ports) {
            stocked += port.spec().rxChunks(memories);
            waiting += port.spec().txChunks();
        }
        final int held = shards / memories * heldChunks;
        // Frames that cross a wire wait for transmission where they were received.
        return new FramePlan(memories, stocked + inside + waiting + held, waiting + batch, held);
    }

    /**
     * Chunks of each memory to receive into without which a port, or the role, could starve the other ports.
     */
    public int stocked(final List<PortConfig> ports, final int batch) {
        int stocked = batch + heldChunks;
        for (final PortConfig port : ports) {
            stocked += port.spec().rxChunks(memories);
        }
        return stocked;
    }

    /** Chunks of all memories. */
    public int total() {
        return memories * (rxChunks + txChunks);
    }

    /** Least total with so many chunks of each memory to receive into. */
    public long least(final int rx) {
        final long shared = rxChunks - heldChunks;
        return memories * (rx - heldChunks) * (shared + txChunks) / shared
                + (long) memories * (heldChunks + 1);
    }

    /** The same with another total: the chunks that may be held stay, all others keep their proportions. */
    public FramePlan scaledTo(final int chunks) {
        final int each = chunks / memories - heldChunks;
        final int shared = rxChunks - heldChunks;
        final int enough = shared + txChunks;
        final int rx = (int) (((long) each * shared + enough - 1) / enough);
        return new FramePlan(memories, rx + heldChunks, Math.max(1, each - rx), heldChunks);
    }
}
