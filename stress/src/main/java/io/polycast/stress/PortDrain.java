package io.polycast.stress;

import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Frames that leave are read whole by the host before their chunk is written again. There is one tx
 * chunk: the second frame goes out only when the first one's chunk has come back.
 */
@JCStressTest
@Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "drained too early")
@Outcome(id = "64, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "first read, second refused")
@Outcome(id = "64, 0, 1, 0", expect = Expect.ACCEPTABLE, desc = "second sent, not yet read")
@Outcome(id = "64, 128, 1, 0", expect = Expect.ACCEPTABLE, desc = "both read, one by one")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, overwritten, or a chunk is lost")
@State
public class PortDrain {
    private static final UnsafeBuffer ONES = frame(1);
    private static final UnsafeBuffer TWOS = frame(2);

    private final FrameMemory memory = new FrameMemory(512, 1, 1);
    private final MemoryPort port = new MemoryPort(0, "p", memory, 1);
    private int drained;

    private static UnsafeBuffer frame(final int value) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[64]);
        frame.setMemory(0, 64, (byte) value);
        return frame;
    }

    /** The transmit side sends a frame, and another when the first one's chunk is free again. */
    @Actor
    public void transmit(final IIII_Result r) {
        port.send(ONES, 0, 64);
        port.flush();
        r.r3 = port.send(TWOS, 0, 64) ? 1 : 0;
    }

    /** The host looks twice. */
    @Actor
    public void host(final IIII_Result r) {
        r.r1 = look();
        r.r2 = look();
        // The second look may be the one that sees the first frame.
        if (r.r1 == 0) {
            r.r1 = r.r2;
            r.r2 = 0;
        }
    }

    private int look() {
        drained = 0;
        port.drain(
                (buffer, offset, length) -> {
                    for (int i = 0; i < length; i++) {
                        drained += buffer.getByte(offset + i);
                    }
                },
                1);
        return drained;
    }

    /** In the end all chunks but the stocked rx chunk are free. */
    @Arbiter
    public void end(final IIII_Result r) {
        while (look() > 0) {
            // What is left.
        }
        port.flush();
        r.r4 = memory.chunksInUse() - 1;
    }
}
