package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.NanoClock;

/**
 * One of several fused shards, each with queues, memory and groups of its own. Rules of the devices are to
 * bring a group's frames to its shard; here it is verified. A group's frame that arrived at another shard
 * is judged by its own shard alone: it is copied there, and dropped and counted when the way is full.
 * Everything that is for no group stays where it arrived.
 */
public final class SteeredAgent extends FusedAgent {
    private final int index;
    private final FrameMemory memory;
    private final GroupDirectory directory;
    private final List<Handover> ways;
    private final ControlledMessageHandler handler = this::onHanded;
    private final ControlledMessageHandler dropper = this::onDropped;

    /**
     * @param ways into each shard, this one's included
     */
    public SteeredAgent(
            final int index,
            final Port[] ports,
            final FrameMemory memory,
            final Shard shard,
            final GroupDirectory directory,
            final List<Handover> ways,
            final FrameExit exit,
            final int batch,
            final NanoClock clock,
            final DutyCycleTracker dutyCycle,
            final Failure failure) {
        super(ports, memory, shard, exit, batch, clock, dutyCycle, failure);
        this.index = index;
        this.memory = memory;
        this.directory = directory;
        this.ways = List.copyOf(ways);
    }

    @Override
    int takeHanded() {
        return ways.get(index).take(handler, batch);
    }

    @Override
    boolean isOurs(final int port, final int offset, final int length, final FrameInfo info) {
        final int owner = directory.shardOf(info, frames, index);
        if (owner == index) {
            return true;
        }
        // No rule of a device tells whose address ARP and ND ask for: they are not steered wrong.
        if (info.kind != FrameKind.ARP_REQUEST && info.kind != FrameKind.NEIGHBOUR_SOLICITATION) {
            shard.counters().count(Tally.STEERED_WRONG);
        }
        if (!ways.get(owner).give(port, frames, offset, length)) {
            countDropped();
        }
        return false;
    }

    /** Without memory the frame stays where it is, and those behind it. */
    private ControlledMessageHandler.Action onHanded(
            final int type, final MutableDirectBuffer from, final int fromIndex, final int length) {
        final int chunk = memory.acquireRx();
        if (chunk == FrameMemory.NONE) {
            return ControlledMessageHandler.Action.ABORT;
        }
        final int offset = chunk + FrameMemory.HEADROOM;
        frames.putBytes(offset, from, fromIndex, length);
        if (core.onFrame(nowNs, type - 1, frames, offset, length, exit) != HELD) {
            exit.release(offset);
        }
        return ControlledMessageHandler.Action.CONTINUE;
    }

    /** Ends what others left here; when the threads of all shards have ended. */
    public void finish() {
        try {
            Rings.drain(this::takeRest, failure);
        } catch (final RuntimeException | Error ex) {
            failure.set(ex);
        }
        shard.stopHolding();
        exit.flush();
        // Without memory, after a failure or out of time: frames end all the same, and are counted.
        int left = ways.get(index).clear(dropper, Integer.MAX_VALUE);
        while (left > 0) {
            left = ways.get(index).clear(dropper, Integer.MAX_VALUE);
        }
    }

    private int takeRest() {
        nowNs = clock.nanoTime();
        return ways.get(index).clear(handler, batch) + exit.flush();
    }

    private ControlledMessageHandler.Action onDropped(
            final int type, final MutableDirectBuffer from, final int fromIndex, final int length) {
        countDropped();
        return ControlledMessageHandler.Action.CONTINUE;
    }

    private void countDropped() {
        shard.counters().count(Tally.FRAMES_IN);
        shard.counters().end(Ending.HANDOVER_FULL.id());
    }

    @Override
    public String roleName() {
        return "pc-core-" + index;
    }
}
