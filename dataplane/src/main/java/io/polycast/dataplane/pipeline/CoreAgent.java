package io.polycast.dataplane.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.polycast.core.SwitchCore;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** One shard behind the reader: takes descriptors in batches, runs the engine, lets frames go. */
final class CoreAgent implements Agent {
    private final int index;
    private final EventPoller<IngressEntry> poller;
    private final UnsafeBuffer frames;
    private final Shard shard;
    private final SwitchCore core;
    private final FrameExit exit;
    private final int batch;
    private final NanoClock clock;
    private final DutyCycleTracker dutyCycle;
    private final Failure failure;
    private final EventPoller.Handler<IngressEntry> handler = this::onEntry;
    private long nowNs;
    private int taken;

    CoreAgent(
            final int index,
            final RingBuffer<IngressEntry> ring,
            final FrameMemory memory,
            final Shard shard,
            final FrameExit exit,
            final int batch,
            final NanoClock clock,
            final DutyCycleTracker dutyCycle,
            final Failure failure) {
        this.index = index;
        this.poller = Rings.poller(ring);
        this.frames = memory.buffer();
        this.shard = shard;
        this.core = shard.core();
        this.exit = exit;
        this.batch = batch;
        this.clock = clock;
        this.dutyCycle = dutyCycle;
        this.failure = failure;
    }

    @Override
    public int doWork() {
        failure.check();
        nowNs = clock.nanoTime();
        dutyCycle.onCycle(nowNs);
        final int work = takeFrames();
        return work + shard.betweenBatches(nowNs, exit) + exit.flush();
    }

    private int takeFrames() {
        taken = 0;
        if (exit.hasRoom()) {
            Rings.poll(poller, handler);
        }
        return taken;
    }

    private boolean onEntry(
            final IngressEntry entry, final long sequence, final boolean endOfBatch) {
        if (taken == 0) {
            dutyCycle.onWait(nowNs - entry.receivedNs);
        }
        if (entry.info.icrcVerified) {
            shard.counters().count(Tally.ICRC_VERIFIED);
        }
        core.onClassified(nowNs, entry.port, frames, entry.info, exit);
        exit.release(entry.offset);
        return ++taken < batch && exit.hasRoom();
    }

    @Override
    public void onClose() {
        // The reader rests by now: what it has published is all there is.
        Rings.drain(
                () -> {
                    nowNs = clock.nanoTime();
                    // A full exit is no end: the thread behind it is still at work.
                    final int waiting = exit.hasRoom() ? 0 : 1;
                    return takeFrames() + exit.flush() + waiting;
                },
                failure);
        shard.refuseWaiting();
    }

    @Override
    public String roleName() {
        return "pc-core-" + index;
    }
}
