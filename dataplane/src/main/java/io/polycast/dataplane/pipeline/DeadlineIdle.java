package io.polycast.dataplane.pipeline;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Idles as another strategy does, but never past the next deadline of a shard. The other strategy
 * alone sleeps up to 1 ms at a time, so a timer would be late.
 */
public final class DeadlineIdle implements IdleStrategy {
    /** First sleep before a deadline, in ns; each further one without work is twice as long. */
    private static final long FIRST_SLEEP_NS = 1_000;

    /** No strategy sleeps longer at a time, in ns. */
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final IdleStrategy usual;
    private final Shard shard;
    private final NanoClock clock;

    /** Sleeps before a deadline since there was work. */
    private int sleeps;

    /**
     * @param usual strategy, which sleeps at most a millisecond at a time
     * @param shard that the idle thread runs
     * @param clock of the shard
     */
    public DeadlineIdle(final IdleStrategy usual, final Shard shard, final NanoClock clock) {
        this.usual = usual;
        this.shard = shard;
        this.clock = clock;
    }

    @Override
    public void idle(final int workCount) {
        if (workCount > 0) {
            sleeps = 0;
            usual.idle(workCount);
        } else {
            idle();
        }
    }

    @Override
    public void idle() {
        final long deadlineNs = shard.deadlineNs();
        if (deadlineNs == Long.MAX_VALUE) {
            usual.idle();
            return;
        }
        final long leftNs = deadlineNs - clock.nanoTime();
        if (leftNs > LONGEST_SLEEP_NS) {
            usual.idle();
        } else if (leftNs > 0) {
            // A frame may come first: the thread sleeps longer only when nothing does.
            LockSupport.parkNanos(Math.min(leftNs, FIRST_SLEEP_NS << Math.min(sleeps++, 10)));
        }
    }

    @Override
    public void reset() {
        sleeps = 0;
        usual.reset();
    }
}
