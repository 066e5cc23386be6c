package io.polycast.dataplane.pipeline;

import io.polycast.core.SwitchCore;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Ending;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** Frames from the ports themselves, read and classified by the shard's own thread. */
public final class PortFrames implements FrameSource, FrameHandler {
    private static final int HELD = Ending.HELD.id();

    private final Port[] ports;
    private final UnsafeBuffer frames;
    private final SwitchCore core;
    private final FrameExit exit;
    private final int batch;
    private final ReadAhead readAhead;
    private final Standstill standstill;

    /** Null for a shard that has no neighbours. */
    private final HandedFrames neighbours;

    /** Frames whose look-ups are read ahead together. */
    private final IngressEntry[] waiting = new IngressEntry[ReadAhead.FRAMES];

    private int waitingCount;
    private boolean readsAhead;
    private long nowNs;

    /** Position of the port that hands over frames. */
    private int current;

    /**
     * @param ports to read
     * @param memory of the frames
     * @param shard that reads them
     * @param exit of the shard's frames
     * @param batch most frames from one port at a time
     * @param neighbours other shards that frames may be for, or null
     */
    public PortFrames(
            final Port[] ports,
            final FrameMemory memory,
            final Shard shard,
            final FrameExit exit,
            final int batch,
            final HandedFrames neighbours) {
        this.ports = ports;
        this.frames = memory.buffer();
        this.core = shard.core();
        this.exit = exit;
        this.batch = batch;
        this.readAhead = core.readAhead();
        this.standstill = new Standstill(core.standstillNs(), ports.length);
        this.neighbours = neighbours;
        Arrays.setAll(waiting, i -> new IngressEntry());
    }

    @Override
    public int take(final long now) {
        nowNs = now;
        readsAhead = readAhead.isOfUse();
        standstill.onCycle(now);
        int work = 0;
        for (current = 0; current < ports.length; current++) {
            final int received = ports[current].receive(this, batch);
            standstill.onReceived(current, received, batch);
            work += received;
            takeWaiting();
        }
        return work;
    }

    /** Frames that wait in a port at the end stay there, as they do for a switch that is gone. */
    @Override
    public int takeRest(final long now) {
        return 0;
    }

    @Override
    public void onFrame(
            final int port, final int offset, final int length, final long timestampNs) {
        if (standstill.isStale(current)) {
            core.discard(nowNs);
            exit.release(offset);
            return;
        }
        final IngressEntry entry = waiting[waitingCount];
        Classifier.classify(frames, offset, length, entry.info);
        if (neighbours != null && neighbours.handsOver(port, frames, offset, length, entry.info)) {
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
    public boolean readsWhole() {
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
}
