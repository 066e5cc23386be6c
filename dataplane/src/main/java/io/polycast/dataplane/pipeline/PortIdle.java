package io.polycast.dataplane.pipeline;

import io.polycast.xdp.port.Port;
import io.polycast.xdp.sys.PollSet;
import org.agrona.concurrent.IdleStrategy;

/**
 * Waits in ppoll(2) until a port has a frame or the shard a command, but never past the shard's next deadline. For a
 * thread that gets frames from its ports alone. A strategy that polls wakes up many times between two frames, and
 * asks each port each time.
 */
public final class PortIdle implements IdleStrategy {
    /**
     * First wait while frames are not sent. A ring of 2,048 frames of 1,500 bytes lasts as long at 100 Gb/s, and a
     * queueing discipline of 1,000 four times as long at 10 Gb/s.
     */
    private static final long FIRST_RETRY_NS = 250_000;

    private static final long LONGEST_RETRY_NS = 1_000_000;

    private final PollSet readable;
    private final Port[] sending;
    private final Shard shard;
    private final Cycle cycle;
    private final IdleStrategy fallback;
    private final long longestNs;

    /** A port was readable, and there was no work since. */
    private boolean fruitless;

    /** Next wait while frames are not sent; twice as long after each. */
    private long retryNs = FIRST_RETRY_NS;

    /**
     * @param readable descriptors of the ports that the thread reads
     * @param sending ports that the thread sends on: while one has frames that are not sent, waits are short,
     *     because nothing announces when it takes them
     * @param shard that it runs, or null for a reader
     * @param cycle of the thread
     * @param fallback while a port is readable and gives no frame: its device is gone, or memory is short
     * @param longestNs longest wait, in ns
     */
    public PortIdle(
            final PollSet readable,
            final Port[] sending,
            final Shard shard,
            final Cycle cycle,
            final IdleStrategy fallback,
            final long longestNs) {
        this.readable = readable;
        this.sending = sending;
        this.shard = shard;
        this.cycle = cycle;
        this.fallback = fallback;
        this.longestNs = longestNs;
    }

    @Override
    public void idle(final int workCount) {
        if (workCount > 0) {
            reset();
        } else {
            idle();
        }
    }

    @Override
    public void idle() {
        if (fruitless) {
            fruitless = false;
            fallback.idle();
            return;
        }
        final long deadlineNs = shard == null ? Long.MAX_VALUE : shard.deadlineNs();
        final long mostNs = isSending() ? retry() : longestNs;
        final long leftNs =
                deadlineNs == Long.MAX_VALUE
                        ? mostNs
                        : Math.min(deadlineNs - cycle.nowNs(), mostNs);
        if (leftNs > 0) {
            fruitless = readable.await(leftNs);
            cycle.onRest();
        }
    }

    private long retry() {
        final long waitNs = Math.min(retryNs, longestNs);
        retryNs = Math.min(2 * retryNs, LONGEST_RETRY_NS);
        return waitNs;
    }

    private boolean isSending() {
        for (final Port port : sending) {
            if (port.isSending()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void reset() {
        fruitless = false;
        retryNs = FIRST_RETRY_NS;
        fallback.reset();
    }
}
