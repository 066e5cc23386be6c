package io.polycast.sim.rack.port;

import io.polycast.sim.rack.event.FrameTable;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.qcn.CongestionPoint;

/**
 * Frames that an ingress holds, by payload, and how many copies of each packet are still to be
 * issued. The cache line of a packet is released with the last of them.
 */
final class HeldFrames implements PayloadOwner {
    private final FrameTable frames;
    private final EdgeCache edge;
    private final int place;

    /** By unit: copies to be issued. By handle, which is a number of its own: payload and frame. */
    private byte[] left = new byte[0];

    private int[] payloadOf = new int[0];
    private int[] frameOf = new int[0];
    private int[] free = new int[0];
    private int freeCount;
    private IngressPort port;

    /** Watches the payloads held; null without one. */
    private final CongestionPoint point;

    private long dropped;
    private int drops;

    HeldFrames(
            final FrameTable frames,
            final EdgeCache edge,
            final int place,
            final CongestionPoint point) {
        this.point = point;
        this.frames = frames;
        this.edge = edge;
        this.place = place;
    }

    void attach(final IngressPort of) {
        port = of;
        left = new byte[of.units()];
        payloadOf = new int[of.units() + 1];
        frameOf = new int[of.units() + 1];
        free = new int[of.units() + 1];
        for (int handle = 0; handle < free.length; handle++) {
            free[freeCount++] = handle;
        }
    }

    /** Handle for a frame that is about to be offered. */
    int offer(final int frame) {
        final int handle = free[--freeCount];
        frameOf[handle] = frame;
        return handle;
    }

    /** The frame was refused. */
    void refused(final int handle) {
        free[freeCount++] = handle;
        dropped++;
    }

    /** The frame is held. */
    void taken(final int handle, final int payload, final int copies) {
        payloadOf[handle] = payload;
        frames.retain(frameOf[handle]);
        for (int unit = payload; unit != IngressPort.NONE; unit = port.nextUnit(unit)) {
            left[unit] = (byte) copies;
        }
    }

    int frame(final int payload) {
        return frameOf[(int) port.handle(payload)];
    }

    /** Copies of a packet that are still to be issued. */
    int left(final int unit) {
        return left[unit];
    }

    /** A packet of a copy is issued, or will never be. */
    void onIssued(final int unit) {
        if (--left[unit] == 0) {
            edge.release(place, unit);
        }
    }

    @Override
    public void onCopyEnded(final long handle, final int voq, final int how) {
        if (!Refusal.is(how)) {
            return;
        }
        drops++;
        for (int unit = payloadOf[(int) handle];
                unit != IngressPort.NONE;
                unit = port.nextUnit(unit)) {
            onIssued(unit);
        }
    }

    @Override
    public void onReleased(final long handle, final int units) {
        final int frame = frameOf[(int) handle];
        free[freeCount++] = (int) handle;
        if (point != null) {
            point.onReleased(frames.flow(frame), units);
        }
        frames.release(frame);
    }

    /** Frames refused as a whole. */
    long dropped() {
        return dropped;
    }

    /** Copies dropped. */
    int drops() {
        return drops;
    }
}
