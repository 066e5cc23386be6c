package io.polycast.dataplane.pipeline;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Hands frames to the ports at once: for a thread that is the transmit side of all of them.
 *
 * <p>The engine's release of a received frame comes after its last copy, which therefore can leave
 * from where the frame lies when nothing else needs it: the copy under way is completed with the call
 * that follows it.
 */
public final class PortEgress implements FrameExit {
    /** Room for the longest headers of a copy. */
    private static final int HEADERS = 128;

    /**
     * Copies after which the ports send, though more frames wait to be replicated: with a page each, more
     * would not stay in a core's second-level cache until they are sent and their chunks written anew.
     */
    static final int COPIES_AT_ONCE = 256;

    /** Frames that are worth a call to the kernel for each port. */
    static final int FRAMES_AT_ONCE = 8;

    private final Port[] ports;
    private final FrameMemory memory;
    private Port copying;
    private int queued;
    private int released;

    /** Chunk of the frame whose copy is under way. */
    private int copied;

    public PortEgress(final Port[] ports, final FrameMemory memory) {
        this.ports = ports;
        this.memory = memory;
    }

    @Override
    public UnsafeBuffer headerMemory() {
        return memory.buffer();
    }

    @Override
    public int headerSpace() {
        final int chunk = memory.nextTx();
        return chunk == FrameMemory.NONE ? chunk : memory.spread(chunk, HEADERS);
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        endCopy(false);
        // A frame that passes on as it came goes out from where it lies. Everything else that the
        // core offers whole was authored in a buffer of its own.
        return frame == memory.buffer()
                ? ports[egressPort].sendShared(offset, length)
                : ports[egressPort].send(frame, offset, length);
    }

    @Override
    public boolean offerCopy(
            final int egressPort,
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        endCopy(false);
        final Port port = ports[egressPort];
        if (tail != memory.buffer()) {
            return port.sendCopy(
                    header,
                    headerOffset,
                    headerLength,
                    tail,
                    tailOffset,
                    tailLength,
                    icrcIndex,
                    icrc);
        }
        if (!port.beginCopy(
                header,
                headerOffset,
                headerLength,
                tail,
                tailOffset,
                tailLength,
                icrcIndex,
                icrc)) {
            return false;
        }
        copying = port;
        copied = memory.chunkStart(tailOffset);
        queued++;
        return true;
    }

    private void endCopy(final boolean last) {
        if (copying != null) {
            copying.endCopy(last);
            copying = null;
        }
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void release(final int offset) {
        // A writer of several shards may come to another frame's release first.
        endCopy(copied == memory.chunkStart(offset) && memory.references(offset) == 1);
        memory.release(offset);
        released++;
        if (queued >= COPIES_AT_ONCE && released >= FRAMES_AT_ONCE) {
            flush();
        }
    }

    @Override
    public int flush() {
        endCopy(false);
        queued = 0;
        released = 0;
        int work = 0;
        for (final Port port : ports) {
            work += port.flush();
        }
        return work;
    }
}
