package io.polycast.dataplane.pipeline;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import org.agrona.DirectBuffer;

/** Hands frames to the ports at once: for a thread that is the transmit side of all of them. */
final class PortEgress implements FrameExit {
    private final Port[] ports;
    private final FrameMemory memory;

    PortEgress(final Port[] ports, final FrameMemory memory) {
        this.ports = ports;
        this.memory = memory;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
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
        return ports[egressPort].sendCopy(
                header, headerOffset, headerLength, tail, tailOffset, tailLength, icrcIndex, icrc);
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void release(final int offset) {
        memory.release(offset);
    }

    @Override
    public int flush() {
        int work = 0;
        for (final Port port : ports) {
            work += port.flush();
        }
        return work;
    }
}
