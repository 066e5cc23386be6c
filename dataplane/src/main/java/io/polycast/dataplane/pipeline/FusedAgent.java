package io.polycast.dataplane.pipeline;

import io.polycast.core.SwitchCore;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Everything in one thread: receive, engine, transmit, timers, commands. */
class FusedAgent implements Agent, FrameHandler {
    final UnsafeBuffer frames;
    final Shard shard;
    final SwitchCore core;
    final FrameExit exit;
    final int batch;
    final NanoClock clock;
    final Failure failure;
    long nowNs;
    private final Port[] ports;
    private final DutyCycleTracker dutyCycle;

    FusedAgent(
            final Port[] ports,
            final FrameMemory memory,
            final Shard shard,
            final FrameExit exit,
            final int batch,
            final NanoClock clock,
            final DutyCycleTracker dutyCycle,
            final Failure failure) {
        this.ports = ports;
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
    public final int doWork() {
        failure.check();
        nowNs = clock.nanoTime();
        dutyCycle.onCycle(nowNs);
        int work = 0;
        for (final Port port : ports) {
            work += port.receive(this, batch);
        }
        work += takeHanded();
        work += shard.betweenBatches(nowNs, exit);
        return work + exit.flush();
    }

    /** Takes frames that other shards received, where there are any. */
    int takeHanded() {
        return 0;
    }

    @Override
    public void onFrame(
            final int port, final int offset, final int length, final long timestampNs) {
        core.onFrame(nowNs, port, frames, offset, length, exit);
        exit.release(offset);
    }

    @Override
    public void onClose() {
        Rings.drain(exit::flush, failure);
        shard.refuseWaiting();
    }

    @Override
    public String roleName() {
        return "pc-core-0";
    }
}
