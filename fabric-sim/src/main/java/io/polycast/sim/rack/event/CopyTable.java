package io.polycast.sim.rack.event;

import java.util.Arrays;

/** Copies of frames on their way from an ingress to an egress, until they leave the egress. */
public final class CopyTable extends Slots {
    private int[] frame;
    private int[] leg;
    private int[] sequence;
    private int[] next;
    private byte[] missing;

    /**
     * @param capacity copies at first
     */
    public CopyTable(final int capacity) {
        super(capacity);
        grow(capacity);
    }

    @Override
    void grow(final int capacity) {
        frame = frame == null ? new int[capacity] : Arrays.copyOf(frame, capacity);
        leg = leg == null ? new int[capacity] : Arrays.copyOf(leg, capacity);
        sequence = sequence == null ? new int[capacity] : Arrays.copyOf(sequence, capacity);
        next = next == null ? new int[capacity] : Arrays.copyOf(next, capacity);
        missing = missing == null ? new byte[capacity] : Arrays.copyOf(missing, capacity);
    }

    /**
     * @param ofFrame that is copied
     * @param onLeg that carries the copy
     * @param number in the order of the leg
     * @param packets of the frame
     * @return the copy
     */
    public int take(final int ofFrame, final int onLeg, final int number, final int packets) {
        final int copy = takeSlot();
        frame[copy] = ofFrame;
        leg[copy] = onLeg;
        sequence[copy] = number;
        missing[copy] = (byte) packets;
        next[copy] = -1;
        return copy;
    }

    /**
     * @param copy that has left its egress
     */
    public void free(final int copy) {
        freeSlot(copy);
    }

    /**
     * A packet of the copy is received.
     *
     * @param copy under way
     * @return whether the copy is complete
     */
    public boolean onPacket(final int copy) {
        return --missing[copy] == 0;
    }

    /**
     * @param copy under way
     * @return its frame
     */
    public int frame(final int copy) {
        return frame[copy];
    }

    /**
     * @param copy under way
     * @return the leg that carries it
     */
    public int leg(final int copy) {
        return leg[copy];
    }

    /**
     * @param copy under way
     * @return its number in the order of the leg
     */
    public int sequence(final int copy) {
        return sequence[copy];
    }

    /**
     * @param copy of a list
     * @return the next one, or -1
     */
    public int next(final int copy) {
        return next[copy];
    }

    /**
     * @param copy of a list
     * @param follower next one, or -1
     */
    public void link(final int copy, final int follower) {
        next[copy] = follower;
    }
}
