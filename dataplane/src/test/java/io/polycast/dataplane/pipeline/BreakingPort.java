package io.polycast.dataplane.pipeline;

import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortStats;
import org.agrona.DirectBuffer;

/** A port whose receive side has a bug. */
final class BreakingPort implements Port {
    private final Port real;

    BreakingPort(final Port real) {
        this.real = real;
    }

    @Override
    public int index() {
        return real.index();
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        throw new IllegalStateException("broken on purpose");
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        return real.send(frame, offset, length);
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        return real.sendShared(offset, length);
    }

    @Override
    public boolean sendCopy(
            final DirectBuffer header,
            final int headerOffset,
            final int headerLength,
            final DirectBuffer tail,
            final int tailOffset,
            final int tailLength,
            final int icrcIndex,
            final int icrc) {
        return real.sendCopy(
                header, headerOffset, headerLength, tail, tailOffset, tailLength, icrcIndex, icrc);
    }

    @Override
    public int flush() {
        return real.flush();
    }

    @Override
    public int maxFrameLength() {
        return real.maxFrameLength();
    }

    @Override
    public PortStats stats() {
        return real.stats();
    }

    @Override
    public void close() {
        real.close();
    }
}
