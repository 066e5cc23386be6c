package io.polycast.dataplane.counters;

import org.agrona.concurrent.AtomicBuffer;

/**
 * Length of one thread's duty cycles: the first figure to read when frames are late. Written by
 * that thread alone.
 */
public final class DutyCycleTracker {
    /** A cycle longer than this is counted: long enough to matter to a NIC's timers. */
    public static final long THRESHOLD_NS = 1_000_000;

    private final AtomicBuffer buffer;
    private final int offset;
    private long lastNs;
    private boolean started;

    DutyCycleTracker(final AtomicBuffer buffer, final int offset) {
        this.buffer = buffer;
        this.offset = offset;
        buffer.putLong(offset + CountersLayout.THRESHOLD_OFFSET, THRESHOLD_NS);
    }

    /**
     * A tracker that nobody reads, for tests and tools.
     *
     * @param buffer of at least 128 bytes
     * @return the tracker
     */
    public static DutyCycleTracker over(final AtomicBuffer buffer) {
        return new DutyCycleTracker(buffer, 0);
    }

    /**
     * A new cycle begins.
     *
     * @param nowNs time, in ns
     */
    public void onCycle(final long nowNs) {
        if (started) {
            final long tookNs = nowNs - lastNs;
            add(CountersLayout.CYCLES_OFFSET);
            if (tookNs > buffer.getLong(offset + CountersLayout.WORST_OFFSET)) {
                buffer.putLongOrdered(offset + CountersLayout.WORST_OFFSET, tookNs);
            }
            if (tookNs > THRESHOLD_NS) {
                add(CountersLayout.OVERRUNS_OFFSET);
            }
        }
        started = true;
        lastNs = nowNs;
    }

    /** The thread waited for work since the cycle began, which does not count. */
    public void onRest() {
        started = false;
    }

    /**
     * A frame was taken from the ring before this thread.
     *
     * @param waitedNs how long it was in there, in ns
     */
    public void onWait(final long waitedNs) {
        if (waitedNs > buffer.getLong(offset + CountersLayout.WORST_WAIT_OFFSET)) {
            buffer.putLongOrdered(offset + CountersLayout.WORST_WAIT_OFFSET, waitedNs);
        }
    }

    private void add(final int field) {
        buffer.putLongOrdered(offset + field, buffer.getLong(offset + field) + 1);
    }
}
