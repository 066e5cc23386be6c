package io.polycast.core.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.polycast.core.SwitchCore;
import io.polycast.core.role.RuleSet;
import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The relay's work allocates nothing, per frame and per tick. */
class ShufflecastAllocationTest implements EgressSink {
    private static final int STRETCHES = 8;
    private static final int ROUNDS = 1000;

    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final ShufflecastRole role =
            new ShufflecastRole(
                    0x0200_0000_0001L,
                    5,
                    4,
                    new ShufflecastSettings(
                            List.of(new RelaySpec(0, 2, List.of(3, 4), List.of(4, 6), null)),
                            new SourceRange(Tor.BASE, 24, 8),
                            1_000_000,
                            3),
                    counters);
    private final SwitchCore core = new SwitchCore(5, role, counters);
    private final UnsafeBuffer own = frame(0);
    private final UnsafeBuffer relayed = frame(4);
    private final UnsafeBuffer beat = new UnsafeBuffer(Tor.heartbeat(4, 1));
    private long nowNs = 1;

    private static UnsafeBuffer frame(final int source) {
        return new UnsafeBuffer(Tor.datagram(Tor.address(source), Tor.GROUP));
    }

    private void round() {
        core.onFrame(nowNs, 0, own, 0, own.capacity(), this);
        core.onFrame(nowNs, 3, own, 0, own.capacity(), this);
        core.onFrame(nowNs, 3, relayed, 0, relayed.capacity(), this);
        core.onFrame(nowNs, 3, beat, 0, beat.capacity(), this);
        nowNs += 500_000;
        core.onTick(nowNs, this);
    }

    @Test
    void shouldTakeNoMemory() throws Exception {
        role.setGroup(nowNs, new ShufflecastGroup(Tor.GROUP, 3), this);
        role.install(nowNs, new RuleSet(0, 1, List.of(0, 4)));
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long self = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            final long before = threads.getThreadAllocatedBytes(self);
            for (int n = 0; n < ROUNDS; n++) {
                round();
            }
            // Compiling in between allocates too: the best counts.
            least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
        }
        assertEquals(0, least, "bytes in " + ROUNDS + " rounds");
        final long rounds = (long) STRETCHES * ROUNDS;
        assertEquals(2 * rounds, counters.get(Ending.REPLICATED));
        assertEquals(rounds, counters.get(Ending.SHUFFLECAST_OWN_RETURNED));
        assertEquals(rounds, counters.get(Ending.SHUFFLECAST_HEARTBEAT));
        assertEquals(5 * rounds, counters.get(Tally.COPIES_OUT));
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        return true;
    }
}
