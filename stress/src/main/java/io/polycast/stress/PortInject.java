package io.polycast.stress;

import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A frame that the host injects is received whole: length and every byte. The result is the length and
 * the sum of the bytes.
 */
@JCStressTest
@Outcome(id = "true, 0, 0", expect = Expect.ACCEPTABLE, desc = "not seen yet")
@Outcome(id = "true, 64, 64", expect = Expect.ACCEPTABLE, desc = "whole")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "torn, or not taken")
@State
public class PortInject {
    private static final UnsafeBuffer FRAME = frame();

    private final FrameMemory memory = new FrameMemory(512, 2, 1);
    private final MemoryPort port = new MemoryPort(0, "p", memory, 2);

    private static UnsafeBuffer frame() {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[64]);
        frame.setMemory(0, 64, (byte) 1);
        return frame;
    }

    /** The host puts a frame in. */
    @Actor
    public void host(final ZII_Result r) {
        r.r1 = port.inject(FRAME, 0, 64);
    }

    /** The receive side looks once. */
    @Actor
    public void receiver(final ZII_Result r) {
        final FrameHandler handler =
                (index, offset, length, timestampNs) -> {
                    r.r2 = length;
                    r.r3 = sum(offset, length);
                };
        port.receive(handler, 1);
    }

    private int sum(final int offset, final int length) {
        int sum = 0;
        for (int i = 0; i < length; i++) {
            sum += memory.buffer().getByte(offset + i);
        }
        return sum;
    }
}
