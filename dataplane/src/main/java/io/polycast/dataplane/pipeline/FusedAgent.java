package io.polycast.dataplane.pipeline;

import io.polycast.core.SwitchCore;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.Arrays;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Everything in one thread: receive, engine, transmit, timers, commands. */
public class FusedAgent implements Agent, FrameHandler {
    static final int HELD = Ending.HELD.id();

    final UnsafeBuffer frames;
    final Shard shard;
    final SwitchCore core;
    final FrameExit exit;
    final int batch;
    final NanoClock clock;
    final Failure failure;
    long nowNs;
    private final Port[] ports;
    private final ReadAhead readAhead;
    private final DutyCycleTracker dutyCycle;

    /** Frames whose look-ups are read ahead together. */
    private final IngressEntry[] waiting = new IngressEntry[ReadAhead.FRAMES];

    private int waitingCount;
    private boolean readsAhead;
    private final Standstill standstill;

    /** Position of the port that hands over frames. */
    private int current;

    public FusedAgent(
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
        this.readAhead = core.readAhead();
        this.exit = exit;
        this.batch = batch;
        this.clock = clock;
        this.dutyCycle = dutyCycle;
        this.failure = failure;
        this.standstill = new Standstill(core.standstillNs(), ports.length);
        Arrays.setAll(waiting, i -> new IngressEntry());
    }

    @Override
    public final int doWork() {
        failure.check();
        nowNs = clock.nanoTime();
        dutyCycle.onCycle(nowNs);
        readsAhead = readAhead.isOfUse();
        standstill.onCycle(nowNs);
        int work = 0;
        for (current = 0; current < ports.length; current++) {
            final int received = ports[current].receive(this, batch);
            standstill.onReceived(current, received, batch);
            work += received;
            takeWaiting();
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
    public final void onFrame(
            final int port, final int offset, final int length, final long timestampNs) {
        if (standstill.isStale(current)) {
            core.discard(nowNs);
            exit.release(offset);
            return;
        }
        final IngressEntry entry = waiting[waitingCount];
        Classifier.classify(frames, offset, length, entry.info);
        if (!isOurs(port, offset, length, entry.info)) {
            exit.release(offset);
        } else if (readsAhead) {
            entry.port = port;
            entry.offset = offset;
            readAhead.add(entry.info.dstIp);
            if (++waitingCount == waiting.length) {
                takeWaiting();
            }
        } else {
            judge(port, offset, entry.info);
        }
    }

    @Override
    public final boolean readsWhole() {
        return true;
    }

    /** Whether this shard judges the frame; if not, it is with the one that does. */
    boolean isOurs(final int port, final int offset, final int length, final FrameInfo info) {
        return true;
    }

    private void takeWaiting() {
        final int count = waitingCount;
        if (count == 0) {
            return;
        }
        waitingCount = 0;
        readAhead.read();
        for (int i = 0; i < count; i++) {
            final IngressEntry entry = waiting[i];
            judge(entry.port, entry.offset, entry.info);
        }
    }

    private void judge(final int port, final int offset, final FrameInfo info) {
        if (core.onClassified(nowNs, port, frames, info, exit) != HELD) {
            exit.release(offset);
        }
    }

    @Override
    public void onClose() {
        shard.stopHolding();
        Rings.drain(exit::flush, failure);
        shard.refuseWaiting();
    }

    @Override
    public String roleName() {
        return "pc-core-0";
    }
}
