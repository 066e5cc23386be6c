package io.polycast.sim.rack.event;

import java.util.Arrays;

/** Frames under way. A frame is counted once per place that refers to it, and ends with the last. */
public final class FrameTable extends Slots {
    private int[] flow;
    private int[] bytes;
    private int[] references;
    private long[] bornPs;

    /**
     * @param capacity frames at first
     */
    public FrameTable(final int capacity) {
        super(capacity);
        flow = new int[capacity];
        bytes = new int[capacity];
        references = new int[capacity];
        bornPs = new long[capacity];
    }

    @Override
    void grow(final int capacity) {
        flow = Arrays.copyOf(flow, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        references = Arrays.copyOf(references, capacity);
        bornPs = Arrays.copyOf(bornPs, capacity);
    }

    /**
     * @param ofFlow that the frame belongs to
     * @param size in bytes
     * @param nowPs time of birth
     * @return the frame, with one reference
     */
    public int take(final int ofFlow, final int size, final long nowPs) {
        final int frame = takeSlot();
        flow[frame] = ofFlow;
        bytes[frame] = size;
        references[frame] = 1;
        bornPs[frame] = nowPs;
        return frame;
    }

    /**
     * @param frame that is under way
     */
    public void retain(final int frame) {
        references[frame]++;
    }

    /**
     * @param frame that one place refers to no more
     */
    public void release(final int frame) {
        if (--references[frame] == 0) {
            freeSlot(frame);
        }
    }

    /**
     * @param frame under way
     * @return its flow
     */
    public int flow(final int frame) {
        return flow[frame];
    }

    /**
     * @param frame under way
     * @return its bytes
     */
    public int bytes(final int frame) {
        return bytes[frame];
    }

    /**
     * @param frame under way
     * @return time of birth in ps
     */
    public long bornPs(final int frame) {
        return bornPs[frame];
    }
}
