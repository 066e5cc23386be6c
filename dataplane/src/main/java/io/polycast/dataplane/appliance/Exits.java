package io.polycast.dataplane.appliance;

import com.lmax.disruptor.RingBuffer;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.pipeline.ExitEntry;
import io.polycast.dataplane.pipeline.FrameExit;
import io.polycast.dataplane.pipeline.PortCredits;
import io.polycast.dataplane.pipeline.PortEgress;
import io.polycast.dataplane.pipeline.QueuedExit;
import java.util.ArrayList;
import java.util.List;

/** Where each shard's frames leave: at the ports, or through a ring to the writer that all shards share. */
final class Exits {
    private final List<FrameExit> exits = new ArrayList<>();
    private final List<RingBuffer<ExitEntry>> rings = new ArrayList<>();
    private final PortCredits credits;

    /**
     * @param pipeline of the switch
     * @param resources with ports and memory
     * @param threading staged or fused
     * @param heldChunks frames that each shard's role may hold
     */
    Exits(
            final PipelineConfig pipeline,
            final Resources resources,
            final Threading threading,
            final int heldChunks) {
        final int shards = pipeline.shards();
        final boolean separate = threading == Threading.FUSED;
        credits = new PortCredits(resources.ports(0), shards);
        for (int i = 0; i < shards; i++) {
            if (separate || shards == 1) {
                exits.add(new PortEgress(resources.ports(i), resources.memory(i)));
                continue;
            }
            final RingBuffer<ExitEntry> ring =
                    Threads.ring(
                            () -> new ExitEntry(QueuedExit.ENTRY_BYTES),
                            QueuedExit.ringSize(pipeline.buffers().ringSize()));
            rings.add(ring);
            exits.add(new QueuedExit(ring, resources.memory(0), credits.share(i), heldChunks));
        }
    }

    /** The exit of a shard: before the start, and for the shard's own thread after it. */
    FrameExit of(final int shard) {
        return exits.get(shard);
    }

    /** Rings to the writer, one a shard; none where shards send themselves. */
    List<RingBuffer<ExitEntry>> rings() {
        return rings;
    }

    /** What the writer grants the shards. */
    PortCredits credits() {
        return credits;
    }
}
