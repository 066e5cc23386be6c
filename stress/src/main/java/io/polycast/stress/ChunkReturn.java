package io.polycast.stress;

import io.polycast.xdp.port.FrameMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A chunk that the transmit side releases returns to the receive side. There are never two owners,
 * and the next owner sees all writes to the frame and its reference count.
 */
@JCStressTest
@Outcome(id = "-1, 0, 1, 7", expect = Expect.ACCEPTABLE, desc = "not back yet: taken afterwards")
@Outcome(id = "0, 7, 1, 7", expect = Expect.ACCEPTABLE, desc = "back, with all that was written")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "two owners, a lost chunk or stale bytes")
@State
public class ChunkReturn {
    private final FrameMemory memory = new FrameMemory(512, 1, 1);
    private final int chunk = memory.acquireRx();

    /** Transmit side: the last use of the frame, then the last two references go. */
    @Actor
    public void transmit() {
        memory.retain(chunk);
        memory.buffer().putByte(chunk, (byte) 7);
        memory.release(chunk);
        memory.release(chunk);
    }

    /** Receive side: wants a chunk. */
    @Actor
    public void receive(final IIII_Result r) {
        r.r1 = memory.acquireRx();
        r.r2 = r.r1 == FrameMemory.NONE ? 0 : memory.buffer().getByte(r.r1);
    }

    /** In the end the one chunk has one owner. */
    @Arbiter
    public void end(final IIII_Result r) {
        final int held = r.r1 == FrameMemory.NONE ? memory.acquireRx() : r.r1;
        r.r3 = held == 0 && memory.references(held) == 1 && memory.chunksInUse() == 1 ? 1 : 0;
        r.r4 = memory.buffer().getByte(0);
    }
}
