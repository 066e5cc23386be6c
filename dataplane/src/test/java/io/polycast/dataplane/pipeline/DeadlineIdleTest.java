package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.core.role.Role;
import io.polycast.parser.contract.CounterBlock;
import java.lang.reflect.Proxy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The thread of a shard sleeps to the shard's next deadline at most. */
class DeadlineIdleTest {
    private static final long MS = 1_000_000L;

    private long deadlineNs;
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final Shard shard =
            new Shard(
                    new SwitchCore(1, waiting(), counters),
                    counters,
                    new HeldFrames(0, new HeldPool(0, 64), counters));
    private final Counted usual = new Counted();
    private final DeadlineIdle idle = new DeadlineIdle(usual, shard, () -> 10 * MS);

    @Test
    void shouldIdleAsUsualWithoutADeadlineNearby() {
        tick(Long.MAX_VALUE);
        idle.idle(0);
        tick(12 * MS);
        idle.idle(0);
        assertEquals(2, usual.idled);
    }

    @Test
    void shouldNotIdleAsUsualWhenTheDeadlineIsNearOrPast() {
        tick(10 * MS + 1);
        idle.idle(0);
        tick(10 * MS);
        idle.idle(0);
        tick(9 * MS);
        idle.idle(0);
        assertEquals(0, usual.idled);
    }

    @Test
    void shouldSleepUpToTheDeadline() {
        final DeadlineIdle real = new DeadlineIdle(usual, shard, System::nanoTime);
        final long deadlineNs = System.nanoTime() + MS / 2;
        tick(deadlineNs);
        // A park may end early; the agent then runs a cycle and idles again.
        while (System.nanoTime() - deadlineNs < 0) {
            real.idle(0);
        }
        assertEquals(0, usual.idled);
        assertTrue(System.nanoTime() >= deadlineNs);
    }

    @Test
    void shouldTellTheUsualStrategyOfWork() {
        tick(10 * MS);
        idle.idle(3);
        assertEquals(1, usual.worked);
        assertEquals(0, usual.idled);
    }

    private void tick(final long atNs) {
        deadlineNs = atNs;
        shard.betweenBatches(0, null);
    }

    /** A role that waits for a time, and for nothing else. */
    private Role waiting() {
        return (Role)
                Proxy.newProxyInstance(
                        Role.class.getClassLoader(),
                        new Class<?>[] {Role.class},
                        (proxy, method, arguments) -> {
                            assertEquals("onTick", method.getName());
                            return deadlineNs;
                        });
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
