package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.exit.FrameExit;
import io.polycast.dataplane.groups.GroupDirectory;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.FrameMemory;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Frames between fused shards, each with queues, memory and groups of its own. Rules of the devices are to
 * bring a group's frames to its shard; here it is verified. A group's frame that arrived at another shard
 * is judged by its own shard alone: it is copied there, and dropped and counted when the way is full.
 * Everything that is for no group stays where it arrived.
 */
public final class HandedFrames implements FrameSource {
    private static final int HELD = Ending.HELD.id();

    private final int index;
    private final GroupDirectory directory;
    private final List<Handover> ways;
    private final FrameMemory memory;
    private final UnsafeBuffer frames;
    private final Shard shard;
    private final FrameExit exit;
    private final int batch;
    private final ControlledMessageHandler handler = this::onHanded;
    private final ControlledMessageHandler dropper = this::onDropped;
    private long nowNs;

    /**
     * @param index of the shard
     * @param directory of groups
     * @param ways into each shard, this one's included
     * @param memory of the shard
     * @param shard that takes frames here
     * @param exit of the shard's frames
     * @param batch most frames of a duty cycle
     */
    public HandedFrames(
            final int index,
            final GroupDirectory directory,
            final List<Handover> ways,
            final FrameMemory memory,
            final Shard shard,
            final FrameExit exit,
            final int batch) {
        this.index = index;
        this.directory = directory;
        this.ways = List.copyOf(ways);
        this.memory = memory;
        this.frames = memory.buffer();
        this.shard = shard;
        this.exit = exit;
        this.batch = batch;
    }

    @Override
    public int take(final long now) {
        nowNs = now;
        return ways.get(index).take(handler, batch);
    }

    /** Other shards may still hand frames over: see {@link #finish}. */
    @Override
    public int takeRest(final long now) {
        return 0;
    }

    /** Whether another shard judges the frame; then it is there, or dropped and counted. */
    boolean handsOver(
            final int port,
            final DirectBuffer frame,
            final int offset,
            final int length,
            final FrameInfo info) {
        final int owner = directory.shardOf(info, frame, index);
        if (owner == index) {
            return false;
        }
        // No rule of a device steers ARP, ND, and MRP of groups to come: they are not steered
        // wrong.
        if (info.kind != FrameKind.ARP_REQUEST
                && info.kind != FrameKind.NEIGHBOUR_SOLICITATION
                && info.kind != FrameKind.UDP) {
            shard.counters().count(Tally.STEERED_WRONG);
        }
        if (!ways.get(owner).give(port, frame, offset, length)) {
            countDropped();
        }
        return true;
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
        if (shard.core().onFrame(nowNs, type - 1, frames, offset, length, exit) != HELD) {
            exit.release(offset);
        }
        return ControlledMessageHandler.Action.CONTINUE;
    }

    /**
     * Ends what others left here; when the threads of all shards have ended.
     *
     * @param cycle of the shard's thread
     */
    public void finish(final Cycle cycle) {
        cycle.drainGuarded(
                () -> {
                    nowNs = cycle.nowNs();
                    return ways.get(index).clear(handler, batch) + exit.flush();
                });
        shard.stopHolding();
        cycle.drainGuarded(exit::flush);
        // Without memory, after a failure or out of time: frames end all the same, and are counted.
        int left = ways.get(index).clear(dropper, Integer.MAX_VALUE);
        while (left > 0) {
            left = ways.get(index).clear(dropper, Integer.MAX_VALUE);
        }
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
}
