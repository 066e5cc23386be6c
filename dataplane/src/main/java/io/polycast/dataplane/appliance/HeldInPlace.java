package io.polycast.dataplane.appliance;

import io.polycast.core.held.HeldMemory;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.xdp.port.FrameMemory;
import org.agrona.DirectBuffer;

/**
 * Memory of held frames in the appliance. A held frame stays in the chunk in which it was received. The
 * frame's single reference belongs to the store while the frame is held. {@link FrameExit#release} takes it
 * back, as for every received frame.
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
