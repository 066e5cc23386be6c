package io.polycast.perf.latency;

import io.polycast.perf.rig.DataFrame;
import io.polycast.perf.rig.MemoryHosts;
import io.polycast.perf.rig.RigShape;
import io.polycast.perf.rig.SwitchRig;
import java.util.concurrent.TimeUnit;

/** A switch of memory ports in this process; receivers answer where the shape says so. */
public final class MemoryWire implements Wire {
    private static final CopyListener NOBODY = stamp -> {};
    private static final int STEP = 1000;

    private final RigShape shape;
    private final SwitchRig rig;
    private final MemoryHosts hosts;
    private CopyListener listener = NOBODY;

    /**
     * Starts the switch.
     *
     * @param shape of it
     */
    public MemoryWire(final RigShape shape) {
        this.shape = shape;
        rig = SwitchRig.start(shape);
        hosts =
                new MemoryHosts(
                        shape,
                        rig,
                        (buffer, offset) -> listener.onCopy(DataFrame.stamp(buffer, offset)));
    }

    /**
     * Sends as fast as it goes, for a while.
     *
     * @param warmUpNs that does not count
     * @param durationNs that counts
     * @return packets/s
     */
    public double capacity(final long warmUpNs, final long durationNs) {
        listener = NOBODY;
        saturate(warmUpNs);
        final long before = hosts.sent();
        final double seconds = saturate(durationNs) / (double) TimeUnit.SECONDS.toNanos(1);
        final double rate = (hosts.sent() - before) / seconds;
        hosts.settle();
        return rate;
    }

    private long saturate(final long durationNs) {
        final long startNs = System.nanoTime();
        long elapsedNs = 0;
        while (elapsedNs < durationNs) {
            hosts.exchange(STEP);
            elapsedNs = System.nanoTime() - startNs;
        }
        return elapsedNs;
    }

    @Override
    public boolean send(final long stamp) {
        if (!hosts.maySend()) {
            return false;
        }
        hosts.send(stamp);
        return true;
    }

    @Override
    public int poll(final CopyListener copyListener) {
        listener = copyListener;
        return hosts.drain();
    }

    @Override
    public int copiesOfAPacket() {
        return shape.fanout();
    }

    @Override
    public long foreign() {
        return 0;
    }

    @Override
    public void close() {
        rig.close();
    }
}
