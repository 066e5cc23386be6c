package io.polycast.dataplane.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.polycast.core.SwitchCore;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.concurrent.UnsafeBuffer;

/** Frames that the reader has classified and verified, from the ring between it and the shard. */
public final class RingFrames implements FrameSource {
    private static final int HELD = Ending.HELD.id();

    private final RingBuffer<IngressEntry> ring;
    private final EventPoller<IngressEntry> poller;
    private final UnsafeBuffer frames;
    private final Shard shard;
    private final SwitchCore core;
    private final ReadAhead readAhead;
    private final FrameExit exit;
    private final int batch;
    private final Cycle cycle;
    private final Standstill standstill;
    private final EventPoller.Handler<IngressEntry> handler = this::onEntry;
    private long nowNs;
    private int taken;
    private boolean readsAhead;

    /** Entries up to this one were published before the thread stood still, or meanwhile. */
    private long staleUntil = -1;

    /**
     * @param ring that the reader fills
     * @param memory of the frames
     * @param shard that they are for
     * @param exit of the shard's frames
     * @param batch most frames of a duty cycle
     * @param cycle of the thread
     */
    public RingFrames(
            final RingBuffer<IngressEntry> ring,
            final FrameMemory memory,
            final Shard shard,
            final FrameExit exit,
            final int batch,
            final Cycle cycle) {
        this.ring = ring;
        this.poller = Rings.poller(ring);
        this.frames = memory.buffer();
        this.shard = shard;
        this.core = shard.core();
        this.readAhead = core.readAhead();
        this.exit = exit;
        this.batch = batch;
        this.cycle = cycle;
        this.standstill = new Standstill(core.standstillNs(), 0);
    }

    @Override
    public int take(final long now) {
        if (standstill.onCycle(now)) {
            staleUntil = ring.getCursor();
        }
        return takeRest(now);
    }

    /** The reader rests by the end: what it has published is all there is. */
    @Override
    public int takeRest(final long now) {
        nowNs = now;
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
            cycle.onWait(nowNs - entry.receivedNs);
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
}
