package io.polycast.dataplane.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.polycast.core.SwitchCore;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** One shard behind the reader: takes descriptors in batches, runs the engine, releases frames. */
public final class CoreAgent implements Agent {
    private static final int HELD = Ending.HELD.id();

    private final int index;
    private final RingBuffer<IngressEntry> ring;
    private final EventPoller<IngressEntry> poller;
    private final UnsafeBuffer frames;
    private final Shard shard;
    private final SwitchCore core;
    private final ReadAhead readAhead;
    private final FrameExit exit;
    private final int batch;
    private final NanoClock clock;
    private final DutyCycleTracker dutyCycle;
    private final Failure failure;
    private final EventPoller.Handler<IngressEntry> handler = this::onEntry;
    private long nowNs;
    private int taken;
    private boolean readsAhead;
    private final Standstill standstill;

    /** Entries up to this one were published before the thread stood still, or meanwhile. */
    private long staleUntil = -1;

    public CoreAgent(
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
        this.ring = ring;
        this.poller = Rings.poller(ring);
        this.frames = memory.buffer();
        this.shard = shard;
        this.core = shard.core();
        this.readAhead = core.readAhead();
        this.exit = exit;
        this.batch = batch;
        this.clock = clock;
        this.dutyCycle = dutyCycle;
        this.failure = failure;
        this.standstill = new Standstill(core.standstillNs(), 0);
    }

    @Override
    public int doWork() {
        failure.check();
        nowNs = clock.nanoTime();
        dutyCycle.onCycle(nowNs);
        if (standstill.onCycle(nowNs)) {
            staleUntil = ring.getCursor();
        }
        final int work = takeFrames();
        return work + shard.betweenBatches(nowNs, exit) + exit.flush();
    }

    private int takeFrames() {
        taken = 0;
        readsAhead = readAhead.isOfUse();
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
        if (readsAhead && taken % ReadAhead.FRAMES == 0) {
            readAhead(sequence);
        }
        if (entry.info.icrcVerified) {
            shard.counters().count(Tally.ICRC_VERIFIED);
        }
        if (entry.stale || sequence <= staleUntil) {
            core.discard(nowNs);
            exit.release(entry.offset);
        } else if (core.onClassified(nowNs, entry.port, frames, entry.info, exit) != HELD) {
            exit.release(entry.offset);
        }
        return ++taken < batch && exit.hasRoom();
    }

    /** For the entry and those that follow it; the ring has one producer, whose cursor is what it published. */
    private void readAhead(final long first) {
        final long last = Math.min(ring.getCursor(), first + ReadAhead.FRAMES - 1);
        for (long sequence = first; sequence <= last; sequence++) {
            readAhead.add(ring.get(sequence).info.dstIp);
        }
        readAhead.read();
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
        shard.stopHolding();
        Rings.drain(() -> exit.flush() + (exit.hasRoom() ? 0 : 1), failure);
        shard.refuseWaiting();
    }

    @Override
    public String roleName() {
        return "pc-core-" + index;
    }
}
