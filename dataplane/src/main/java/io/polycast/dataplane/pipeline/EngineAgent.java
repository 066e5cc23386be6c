package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.exit.FrameExit;
import java.util.List;
import org.agrona.concurrent.Agent;

/** One shard's thread: frames from its sources, then timers and commands, then what waits to leave. */
public final class EngineAgent implements Agent {
    private final String name;
    private final Cycle cycle;
    private final Shard shard;
    private final FrameExit exit;
    private final FrameSource[] sources;

    /**
     * @param name of the thread
     * @param cycle of the thread
     * @param shard that it runs
     * @param exit of the shard's frames
     * @param sources asked in this order in each duty cycle
     */
    public EngineAgent(
            final String name,
            final Cycle cycle,
            final Shard shard,
            final FrameExit exit,
            final List<FrameSource> sources) {
        this.name = name;
        this.cycle = cycle;
        this.shard = shard;
        this.exit = exit;
        this.sources = sources.toArray(FrameSource[]::new);
    }

    @Override
    public int doWork() {
        final long nowNs = cycle.begin();
        int work = 0;
        for (int i = 0; i < sources.length; i++) {
            work += sources[i].take(nowNs);
        }
        work += shard.betweenBatches(nowNs, exit);
        return work + exit.flush();
    }

    private int takeRest() {
        final long nowNs = cycle.nowNs();
        // A full exit is no end: the thread behind it is still at work.
        int work = exit.hasRoom() ? 0 : 1;
        for (final FrameSource source : sources) {
            work += source.takeRest(nowNs);
        }
        return work + exit.flush();
    }

    @Override
    public void onClose() {
        try {
            cycle.drain(this::takeRest);
        } finally {
            // Held frames end and commands are answered whatever a port says.
            try {
                shard.stopHolding();
                cycle.drain(() -> exit.flush() + (exit.hasRoom() ? 0 : 1));
            } finally {
                shard.refuseWaiting();
            }
        }
    }

    @Override
    public String roleName() {
        return name;
    }
}
