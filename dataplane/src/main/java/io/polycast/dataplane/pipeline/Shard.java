package io.polycast.dataplane.pipeline;

import io.polycast.core.SwitchCore;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/** One engine with what belongs to it; run by one thread. */
final class Shard {
    private static final int WAITING_COMMANDS = 64;

    private final SwitchCore core;
    private final CounterBlock counters;
    private final ManyToOneConcurrentArrayQueue<Command<?>> commands =
            new ManyToOneConcurrentArrayQueue<>(WAITING_COMMANDS);

    Shard(final SwitchCore core, final CounterBlock counters) {
        this.core = core;
        this.counters = counters;
    }

    SwitchCore core() {
        return core;
    }

    CounterBlock counters() {
        return counters;
    }

    /**
     * Any thread: leaves a command for the shard.
     *
     * @return false when too many wait already
     */
    boolean submit(final Command<?> command) {
        return commands.offer(command);
    }

    /** Between batches: what time asks for, and at most one command. */
    int betweenBatches(final long nowNs, final EgressSink egress) {
        core.onTick(nowNs, egress);
        final Command<?> command = commands.poll();
        if (command == null) {
            return 0;
        }
        command.execute(core, nowNs, egress);
        return 1;
    }

    /** Answers what still waits when the shard's thread ends. */
    void refuseWaiting() {
        Command<?> command = commands.poll();
        while (command != null) {
            command.result().cancel(false);
            command = commands.poll();
        }
    }
}
