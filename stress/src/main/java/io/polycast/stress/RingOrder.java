package io.polycast.stress;

import io.polycast.xdp.port.SpscRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Values leave a ring in the order in which they entered, none twice, none made up. */
@JCStressTest
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "too early for both")
@Outcome(id = "-1, 1", expect = Expect.ACCEPTABLE, desc = "too early for the first look")
@Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "too early for the second look")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both in order")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "out of order, twice or made up")
@State
public class RingOrder {
    private final SpscRing ring = new SpscRing(2);

    /** Puts two values. */
    @Actor
    public void producer() {
        ring.offer(1);
        ring.offer(2);
    }

    /** Looks twice. */
    @Actor
    public void consumer(final II_Result r) {
        r.r1 = (int) ring.poll();
        r.r2 = (int) ring.poll();
    }
}
