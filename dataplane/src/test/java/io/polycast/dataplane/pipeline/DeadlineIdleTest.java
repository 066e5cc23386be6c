package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Test;

/** The thread of a shard sleeps to the shard's next deadline at most. */
class DeadlineIdleTest {
    private static final long MS = 1_000_000L;

    private final TimedShard timed = new TimedShard();
    private final Shard shard = timed.shard();
    private final Counted usual = new Counted();
    private final DeadlineIdle idle = new DeadlineIdle(usual, shard, () -> 10 * MS);

    @Test
    void shouldIdleAsUsualWithoutADeadlineNearby() {
        timed.waitUntil(Long.MAX_VALUE);
        idle.idle(0);
        timed.waitUntil(12 * MS);
        idle.idle(0);
        assertEquals(2, usual.idled);
    }

    @Test
    void shouldNotIdleAsUsualWhenTheDeadlineIsNearOrPast() {
        timed.waitUntil(10 * MS + 1);
        idle.idle(0);
        timed.waitUntil(10 * MS);
        idle.idle(0);
        timed.waitUntil(9 * MS);
        idle.idle(0);
        assertEquals(0, usual.idled);
    }

    @Test
    void shouldSleepUpToTheDeadline() {
        final DeadlineIdle real = new DeadlineIdle(usual, shard, System::nanoTime);
        final long deadlineNs = System.nanoTime() + MS / 2;
        timed.waitUntil(deadlineNs);
        // A park may end early; the agent then runs a cycle and idles again.
        while (System.nanoTime() - deadlineNs < 0) {
            real.idle(0);
        }
        assertEquals(0, usual.idled);
        assertTrue(System.nanoTime() >= deadlineNs);
    }

    @Test
    void shouldTellTheUsualStrategyOfWork() {
        timed.waitUntil(10 * MS);
        idle.idle(3);
        assertEquals(1, usual.worked);
        assertEquals(0, usual.idled);
    }

    private static final class Counted implements IdleStrategy {
        private int idled;
        private int worked;

        @Override
        public void idle(final int workCount) {
            worked += workCount > 0 ? 1 : 0;
        }

        @Override
        public void idle() {
            idled++;
        }

        @Override
        public void reset() {}
    }
}
