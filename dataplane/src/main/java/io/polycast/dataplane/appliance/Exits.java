package io.polycast.dataplane.appliance;

import com.lmax.disruptor.RingBuffer;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ThreadPlan;
import io.polycast.dataplane.exit.ExitEntry;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.dataplane.exit.PortCredits;
import io.polycast.dataplane.exit.PortEgress;
import io.polycast.dataplane.exit.QueuedExit;
import java.util.ArrayList;
import java.util.List;

/** Where each shard's frames leave: at the ports, or through a ring to the writer that all shards share. */
final class Exits {
    private final List<FrameExit> exits = new ArrayList<>();

    /** From each shard to the writer; none where shards write for themselves. */
    private final List<RingBuffer<ExitEntry>> rings = new ArrayList<>();

    /** Room at the ports, shared out to the shards that write through the writer; null without one. */
    private final PortCredits credits;

    /**
     * @param plan of the threads
     * @param configuration with the entries of a ring, and the frames that each shard's role may hold
     * @param resources with ports and memory
     */
    Exits(final ThreadPlan plan, final Configuration configuration, final Resources resources) {
        final int ringSize = configuration.pipeline().buffers().ringSize();
        final int heldChunks = configuration.limits().heldChunks();
        credits = plan.hasWriter() ? new PortCredits(resources.ports(0), plan.shards()) : null;
        for (int i = 0; i < plan.shards(); i++) {
            if (credits == null) {
                exits.add(new PortEgress(resources.ports(i), resources.memory(i)));
                continue;
            }
            final RingBuffer<ExitEntry> ring =
                    Threads.ring(
                            () -> new ExitEntry(QueuedExit.ENTRY_BYTES),
                            QueuedExit.ringSize(ringSize));
            rings.add(ring);
            exits.add(new QueuedExit(ring, resources.memory(0), credits.share(i), heldChunks));
        }
    }

    FrameExit of(final int shard) {
        return exits.get(shard);
    }

    List<RingBuffer<ExitEntry>> rings() {
        return rings;
    }

    PortCredits credits() {
        return credits;
    }
}
