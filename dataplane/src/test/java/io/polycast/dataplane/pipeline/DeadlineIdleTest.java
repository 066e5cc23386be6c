package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.SwitchCore;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.Role;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.spec.GroupChange;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The thread of a shard sleeps to the shard's next deadline at most. */
class DeadlineIdleTest {
    private static final long MS = 1_000_000L;

    private final Waiting role = new Waiting();
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final Shard shard = new Shard(
                    new SwitchCore(1, role, counters),
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

    private void tick(final long deadlineNs) {
        role.deadlineNs = deadlineNs;
        shard.betweenBatches(0, null);
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

    /** Waits for a time, and for nothing else. */
    private static final class Waiting implements Role {
        private long deadlineNs;

        @Override
        public int onFrame(
                final long nowNs,
                final int port,
                final MutableDirectBuffer frame,
                final FrameInfo info,
                final EgressSink egress) {
            return Role.notMine(1);
        }

        @Override
        public int groupOf(final DirectBuffer frame, final FrameInfo info) {
            return 0;
        }

        @Override
        public long onTick(final long nowNs, final EgressSink egress) {
            return deadlineNs;
        }

        @Override
        public GroupChange setGroup(
                final long nowNs, final GroupEntry entry, final EgressSink egress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String startGroup(final long nowNs, final GroupEntry entry) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean unsetGroup(final long nowNs, final int mcstId) {
            return false;
        }

        @Override
        public int groupCount() {
            return 0;
        }

        @Override
        public GroupPicture group(final int mcstId) {
            return null;
        }

        @Override
        public List<GroupPicture> groups() {
            return List.of();
        }

        @Override
        public void trace(final TraceSink sink) {}

        @Override
        public void events(final GroupEvents listener) {}

        @Override
        public void close() {}
    }
}
