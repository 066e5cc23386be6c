package io.polycast.stress;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A reader of the counters sees whole values in the order of writing: a reader that sees a frame's
 * ending has seen its arrival. The first value is above 32 bits, so that a torn one would show.
 */
@JCStressTest
@Outcome(id = "0, 4294967297", expect = Expect.ACCEPTABLE, desc = "ended later")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "nothing yet")
@Outcome(id = "1, 4294967297", expect = Expect.ACCEPTABLE, desc = "all")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, or ended before it came in")
@State
public class CountersSeen {
    private final CounterBlock counters =
            new CounterBlock(
                    new UnsafeBuffer(BufferUtil.allocateDirectAligned(CounterBlock.LENGTH, 64)), 0);

    /** The shard counts a frame. */
    @Actor
    public void writer() {
        counters.count(Tally.FRAMES_IN, 0x1_0000_0001L);
        counters.end(Ending.FORWARDED.id());
    }

    /** Another thread looks. */
    @Actor
    public void reader(final JJ_Result r) {
        r.r1 = counters.get(Ending.FORWARDED);
        r.r2 = counters.get(Tally.FRAMES_IN);
    }
}
