package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.xdp.port.PortSpec;
import java.util.List;

/**
 * How many chunks of frame memory a switch takes: what its ports keep stocked to receive into, what
 * may be under way inside, and what may wait to be transmitted (shared received frames or copies).
 *
 * @param rxChunks to receive into
 * @param txChunks to copy into
 */
public record FramePlan(int rxChunks, int txChunks) {
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
                        pipeline.ringSize(),
                        pipeline.batch())
                .scaledTo(pipeline.chunks());
    }

    /** Room for all rings to be full at once. */
    static FramePlan enough(
            final List<PortConfig> ports,
            final Threading threading,
            final int shards,
            final int ringSize,
            final int batch) {
        final int inside = (threading == Threading.FUSED ? 0 : shards * ringSize) + batch;
        int stocked = 0;
        int waiting = 0;
        for (int i = 0; i < ports.size(); i++) {
            final PortSpec spec = ports.get(i).spec(i);
            stocked += spec.rxChunks();
            waiting += spec.txChunks();
        }
        // Frames that cross a wire wait for transmission where they were received.
        return new FramePlan(stocked + inside + waiting, waiting + batch);
    }

    /** Chunks to receive into without which a port could starve the others. */
    static int stocked(final List<PortConfig> ports, final int batch) {
        int stocked = batch;
        for (int i = 0; i < ports.size(); i++) {
            stocked += ports.get(i).spec(i).rxChunks();
        }
        return stocked;
    }

    int total() {
        return rxChunks + txChunks;
    }

    /** The same proportions with another total. */
    FramePlan scaledTo(final int chunks) {
        final int rx = (int) (((long) chunks * rxChunks + total() - 1) / total());
        return new FramePlan(rx, Math.max(1, chunks - rx));
    }
}
