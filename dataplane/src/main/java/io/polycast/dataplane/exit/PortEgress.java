package io.polycast.dataplane.exit;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends frames to the ports directly, for a thread that is the transmit side of all of them.
 *
 * <p>The engine releases a received frame after its last copy. The last copy can therefore leave
 * from the frame's own chunk when nothing else needs it. So a copy is completed with the call that
 * follows it.
 */
public final class PortEgress implements FrameExit {
    /** Room for the longest headers of a copy. */
    private static final int HEADERS = 128;

    /**
     * Copies after which the ports send, although more frames wait to be replicated. Each copy is a
     * page. More of them would leave a core's second-level cache before they are sent and their
     * chunks are written again.
     */
    static final int COPIES_AT_ONCE = 256;

    /** Frames that are worth a call to the kernel for each port. */
    public static final int FRAMES_AT_ONCE = 8;

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
    public int room(final int egressPort) {
        return ports[egressPort].room();
    }

    @Override
    public int longest(final int egressPort) {
        return ports[egressPort].maxFrameLength();
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
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        endCopy(false);
        final Port port = ports[egressPort];
        if (copy.tail != memory.buffer()) {
            return port.sendCopy(copy, headerOffset, icrc);
        }
        if (!port.beginCopy(copy, headerOffset, icrc)) {
            return false;
        }
        copying = port;
        copied = memory.chunkStart(copy.tailOffset);
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
