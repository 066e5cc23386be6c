package io.polycast.dataplane.appliance;

import io.polycast.core.held.HeldMemory;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.DirectBuffer;

/**
 * Held frames stay in the chunks that they were received into. The one reference that a received frame
 * has is the store's as long as it is held, and goes back the way of all received frames.
 */
final class HeldInPlace implements HeldMemory {
    private final DirectBuffer frames;
    private final FrameExit exit;

    /**
     * @param memory that frames are received into
     * @param exit of the shard, which takes chunks back
     */
    HeldInPlace(final FrameMemory memory, final FrameExit exit) {
        this.frames = memory.buffer();
        this.exit = exit;
    }

    @Override
    public DirectBuffer buffer() {
        return frames;
    }

    @Override
    public int keep(final DirectBuffer frame, final int offset, final int length) {
        return frame == frames ? offset : NONE;
    }

    @Override
    public void giveBack(final int offset) {
        exit.release(offset);
    }
}
