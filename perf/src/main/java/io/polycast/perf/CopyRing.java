package io.polycast.perf;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Takes copies as a driver without gathering: each is written in full into a chunk of the frame
 * memory. A batch's chunks are given back together, as a device does that has sent it.
 */
final class CopyRing implements EgressSink {
    private static final int CHUNK = 4352;

    private final FrameMemory memory;
    private final UnsafeBuffer buffer;
    private final int[] waiting;
    private int space = FrameMemory.NONE;
    private int waits;
    private long copies;

    CopyRing(final int batch) {
        memory = new FrameMemory(CHUNK, 1, 4 * batch);
        buffer = memory.buffer();
        waiting = new int[batch];
    }

    /** Copies taken. */
    long copies() {
        return copies;
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    /** Where the n-th copy of the batch taken last begins. */
    int copy(final int n) {
        return waiting[n];
    }

    /** Where the copy taken last begins. */
    int lastCopy() {
        return waiting[(waits == 0 ? waiting.length : waits) - 1];
    }

    @Override
    public UnsafeBuffer headerMemory() {
        return buffer;
    }

    @Override
    public int headerSpace() {
        if (space == FrameMemory.NONE) {
            space = memory.acquireTx();
        }
        return space;
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        throw new IllegalStateException("no frame of the switch's own is due here");
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        if (copy.header != buffer || headerOffset != space) {
            throw new IllegalStateException("headers were not written in place");
        }
        FrameCopy.gather(buffer, space, copy, headerOffset, icrc);
        queue(space);
        space = FrameMemory.NONE;
        return true;
    }

    private void queue(final int chunk) {
        copies++;
        waiting[waits++] = chunk;
        if (waits == waiting.length) {
            while (waits > 0) {
                memory.release(waiting[--waits]);
            }
        }
    }
}
