package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Threading;
import java.util.List;

/**
 * Number of chunks of frame memory that a switch needs. Ports stock chunks to receive into, frames
 * are under way inside, and received frames or copies wait to be transmitted. Several fused shards
 * have a memory each, for their own queues.
 *
 * @param memories of the switch, all alike
 * @param rxChunks to receive into, of each memory
 * @param txChunks to copy into, of each memory
 */
public record FramePlan(int memories, int rxChunks, int txChunks) {
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
                        pipeline.buffers().batch())
                .scaledTo(pipeline.buffers().chunks());
    }

    /** Room for all rings to be full at once. */
    public static FramePlan enough(
            final List<PortConfig> ports,
            final Threading threading,
            final int shards,
            final int ringSize,
            final int batch) {
        final boolean fused = threading == Threading.FUSED;
        final int memories = fused ? shards : 1; // as PipelineConfig.separateShards
        final int inside = (fused ? 0 : shards * ringSize) + batch;
        int stocked = 0;
        int waiting = 0;
        for (final PortConfig port : ports) {
            stocked += port.spec().rxChunks(memories);
            waiting += port.spec().txChunks();
        }
        // Frames that cross a wire wait for transmission where they were received.
        return new FramePlan(memories, stocked + inside + waiting, waiting + batch);
    }

    /** Chunks of each memory without which a port could starve the others of what to receive into. */
    public int stocked(final List<PortConfig> ports, final int batch) {
        int stocked = batch;
        for (final PortConfig port : ports) {
            stocked += port.spec().rxChunks(memories);
        }
        return stocked;
    }

    /** Chunks of all memories. */
    public int total() {
        return memories * (rxChunks + txChunks);
    }

    /** The same proportions with another total. */
    public FramePlan scaledTo(final int chunks) {
        final int each = chunks / memories;
        final int enough = rxChunks + txChunks;
        final int rx = (int) (((long) each * rxChunks + enough - 1) / enough);
        return new FramePlan(memories, rx, Math.max(1, each - rx));
    }
}
