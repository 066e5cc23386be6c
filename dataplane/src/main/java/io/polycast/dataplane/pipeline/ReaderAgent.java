package io.polycast.dataplane.pipeline;

import com.lmax.disruptor.RingBuffer;
import io.polycast.dataplane.groups.GroupDirectory;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.icrc.Icrc;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The receive side of all ports: receives frames, classifies them, verifies the ICRC of feedback
 * (of data too with {@code verifyIcrc: all}), and publishes descriptors. When a ring is full the
 * reader leaves the port alone. The loss then happens, and shows, as an overflow of the port's own
 * receive ring.
 */
public final class ReaderAgent implements Agent, FrameHandler {
    private final Port[] ports;
    private final UnsafeBuffer frames;
    private final List<RingBuffer<IngressEntry>> rings;
    private final GroupDirectory directory;
    private final boolean verifyAll;
    private final int batch;
    private final Cycle cycle;
    private final AtomicLongArray stalls;
    private final Icrc icrc = new Icrc();
    private final FrameInfo info = new FrameInfo();
    private final Standstill standstill;
    private long nowNs;

    /** Position of the port that hands over frames. */
    private int current;

    /**
     * @param ports to read
     * @param memory of the frames
     * @param rings one for each shard
     * @param directory of groups
     * @param verifyAll whether data is verified as well as feedback
     * @param batch most frames from one port at a time
     * @param standstillNs between two duty cycles from which on frames that waited are stale, in ns
     * @param cycle of the thread
     */
    public ReaderAgent(
            final Port[] ports,
            final FrameMemory memory,
            final List<RingBuffer<IngressEntry>> rings,
            final GroupDirectory directory,
            final boolean verifyAll,
            final int batch,
            final long standstillNs,
            final Cycle cycle) {
        this.standstill = new Standstill(standstillNs, ports.length);
        this.ports = ports;
        this.frames = memory.buffer();
        this.rings = List.copyOf(rings);
        this.directory = directory;
        this.verifyAll = verifyAll;
        this.batch = batch;
        this.cycle = cycle;
        this.stalls = new AtomicLongArray(ports.length);
    }

    @Override
    public int doWork() {
        nowNs = cycle.begin();
        standstill.onCycle(nowNs);
        int work = 0;
        for (current = 0; current < ports.length; current++) {
            final int limit = room();
            if (limit == 0) {
                stalls.lazySet(current, stalls.get(current) + 1);
                continue;
            }
            final int received = ports[current].receive(this, limit);
            standstill.onReceived(current, received, limit);
            work += received;
        }
        return work;
    }

    /** Frames that every ring can take, whichever they turn out to be for. */
    private int room() {
        long least = batch;
        for (int i = 0; i < rings.size(); i++) {
            least = Math.min(least, rings.get(i).remainingCapacity());
        }
        return (int) least;
    }

    @Override
    public void onFrame(
            final int port, final int offset, final int length, final long timestampNs) {
        final int kind = Classifier.classify(frames, offset, length, info);
        if (needsVerification(kind) && directory.mayBeForGroup(info)) {
            info.icrcVerified = icrc.verify(frames, info);
        }
        final RingBuffer<IngressEntry> ring = rings.get(directory.shardOf(info, frames, 0));
        final long sequence = ring.next(); // there is room: see room()
        final IngressEntry entry = ring.get(sequence);
        entry.port = port;
        entry.offset = offset;
        entry.length = length;
        entry.receivedNs = nowNs;
        entry.stale = standstill.isStale(current);
        entry.info.copyFrom(info);
        ring.publish(sequence);
    }

    /**
     * Times that a port was left alone because a ring was full; any thread may ask.
     *
     * @param port index of the port
     * @return times since the start
     */
    public long stalls(final int port) {
        return stalls.get(port);
    }

    private boolean needsVerification(final int kind) {
        return kind == FrameKind.ROCE_ACK
                || kind == FrameKind.ROCE_CNP
                || verifyAll && kind == FrameKind.ROCE_DATA;
    }

    @Override
    public String roleName() {
        return "pc-rx-0";
    }
}
