package io.polycast.cli.demo;

import io.polycast.endhost.drive.Endpoint;
import io.polycast.endhost.drive.Exit;
import io.polycast.endhost.drive.SendLoop;
import io.polycast.endhost.qp.QueuePair;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameConsumer;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One host: its queue pair, and the link to its port on the switch, which loses frames both ways. */
class DemoHost implements Endpoint, Exit<DemoHost> {
    /** Frames taken or sent before the next host's turn. */
    private static final int BATCH = 64;

    private final QueuePair queuePair;
    private final MemoryPort port;
    private final Hop toSwitch;
    private final Hop fromSwitch;
    private final UnsafeBuffer frame;
    private final FrameConsumer consumer = this::onFrame;
    private final SendLoop<DemoHost> loop = new SendLoop<>(this);
    private long nowNs;

    /**
     * @param number of the host, which is its port's index too
     * @param queuePair of the host
     * @param port that its link ends at
     * @param settings with the links' loss
     */
    DemoHost(
            final int number,
            final QueuePair queuePair,
            final MemoryPort port,
            final DemoSettings settings) {
        this.queuePair = queuePair;
        loop.add(this);
        this.port = port;
        this.toSwitch = new Hop(settings.loss(), settings.seed(), 2 * number);
        this.fromSwitch = new Hop(settings.loss(), settings.seed(), 2 * number + 1);
        this.frame =
                new UnsafeBuffer(ByteBuffer.allocateDirect(queuePair.settings().maxFrameLength()));
    }

    final QueuePair queuePair() {
        return queuePair;
    }

    final long framesLost() {
        return toSwitch.lost() + fromSwitch.lost();
    }

    /** Receives frames from the switch and sends frames that are due. */
    final int work(final long now) {
        nowNs = now;
        final int taken = port.drain(consumer, BATCH);
        return taken + loop.run(now, BATCH);
    }

    private void onFrame(final DirectBuffer buffer, final int offset, final int length) {
        if (!fromSwitch.loses()) {
            queuePair.onFrame(nowNs, buffer, offset, length);
        }
    }

    @Override
    public QueuePair active() {
        return queuePair;
    }

    /** A full link holds frames back in the host, as an RNIC's own port does: nothing is lost here. */
    @Override
    public boolean isOpen(final long now) {
        return port.injectable() > 0;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return frame;
    }

    @Override
    public void send(final DemoHost from, final int length) {
        if (!toSwitch.loses()) {
            port.inject(frame, 0, length);
        }
    }
}
