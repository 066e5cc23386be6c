package io.polycast.perf;

import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** Moves frames through ports as fast as possible, without inspecting them. */
final class XskLoad {
    /** Type for local experiments (IEEE 802a): nobody's stack answers. */
    private static final short EXPERIMENT = (short) 0x88B5;

    private static final long DESTINATION = 0x0200_0000_0001L;
    private static final long SOURCE = 0x0200_0000_00FEL;

    private final Kind kind;
    private final Port[] ports;
    private final FrameMemory memory;
    private final int size;
    private final int[] frames;
    private final FrameHandler giveBack = this::onFrame;

    /** What is done with frames. */
    enum Kind {
        /** The same chunk is sent on all ports. */
        SHARED,
        /** Each copy is written into a chunk of its own and sent. */
        OWN,
        /** Frames are received and their chunks given back. */
        RECEIVE
    }

    XskLoad(
            final Kind kind,
            final List<Port> ports,
            final FrameMemory memory,
            final int size,
            final int batch) {
        this.kind = kind;
        this.ports = ports.toArray(new Port[0]);
        this.memory = memory;
        this.size = size;
        frames = new int[batch];
        for (int i = 0; i < batch; i++) {
            frames[i] = memory.acquireRx() + FrameMemory.HEADROOM;
            write(memory.buffer(), frames[i]);
        }
    }

    private void write(final UnsafeBuffer buffer, final int at) {
        buffer.setMemory(at, size, (byte) 0);
        buffer.putLong(at, DESTINATION << 16, ByteOrder.BIG_ENDIAN);
        buffer.putLong(at + 4, SOURCE, ByteOrder.BIG_ENDIAN);
        buffer.putShort(at + 4, (short) DESTINATION, ByteOrder.BIG_ENDIAN);
        buffer.putShort(at + 12, EXPERIMENT, ByteOrder.BIG_ENDIAN);
    }

    /**
     * Works for a time, one round at the least.
     *
     * @return frames per second, over all ports
     */
    double run(final int seconds) {
        final long before = done();
        final long startNs = System.nanoTime();
        final long endNs = startNs + TimeUnit.SECONDS.toNanos(seconds);
        long nowNs;
        do {
            if (kind == Kind.RECEIVE) {
                receive();
            } else {
                send();
            }
            nowNs = System.nanoTime();
        } while (nowNs < endNs);
        return (done() - before) * 1e9 / (nowNs - startNs);
    }

    private long done() {
        long done = 0;
        for (final Port port : ports) {
            done += kind == Kind.RECEIVE ? port.stats().rxFrames : port.stats().txFrames;
        }
        return done;
    }

    private void send() {
        for (final Port port : ports) {
            for (final int frame : frames) {
                if (kind == Kind.SHARED) {
                    port.sendShared(frame, size);
                } else {
                    port.send(memory.buffer(), frame, size);
                }
            }
        }
        for (final Port port : ports) {
            port.flush();
        }
    }

    private void receive() {
        for (final Port port : ports) {
            port.receive(giveBack, frames.length);
        }
    }

    private void onFrame(
            final int port, final int offset, final int length, final long timestampNs) {
        memory.release(offset);
    }
}
