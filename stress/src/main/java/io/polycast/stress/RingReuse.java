package io.polycast.stress;

import io.polycast.xdp.port.SpscRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** A slot is rewritten only after its value was taken: a full ring overwrites nothing. */
@JCStressTest
@Outcome(id = "false, 1, -1", expect = Expect.ACCEPTABLE, desc = "full, the second was refused")
@Outcome(id = "true, 1, -1", expect = Expect.ACCEPTABLE, desc = "taken, and the second put later")
@Outcome(id = "true, 1, 2", expect = Expect.ACCEPTABLE, desc = "taken, put, taken")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "overwritten, lost or made up")
@State
public class RingReuse {
    private final SpscRing ring = new SpscRing(1);

    /** The ring is full when the actors start. */
    public RingReuse() {
        ring.offer(1);
    }

    /** Puts a second value where only one fits. */
    @Actor
    public void producer(final ZII_Result r) {
        r.r1 = ring.offer(2);
    }

    /** Looks twice. */
    @Actor
    public void consumer(final ZII_Result r) {
        r.r2 = (int) ring.poll();
        r.r3 = (int) ring.poll();
    }
}
