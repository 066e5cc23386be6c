package io.polycast.voq.qcn;

/**
 * Watches one payload pool and says which flow must slow down. The caller sends the notification, and
 * may filter it before.
 */
public interface CongestionPoint {
    /** Answer of {@link #onFrame} when no flow is to be notified. */
    long QUIET = -1;

    /** Largest feedback: 6 bits. */
    int MAX_FEEDBACK = 63;

    /**
     * A frame has joined the pool.
     *
     * @param flow of the frame, in the range that the congestion point knows
     * @param bytes of the frame, at least 0
     * @param units that the frame takes in the pool, at least 0
     * @return a notification: see {@link #flow} and {@link #feedback}; or {@link #QUIET}
     */
    long onFrame(int flow, int bytes, int units);

    /**
     * A frame has left the pool.
     *
     * @param flow of the frame
     * @param units that it took
     */
    void onReleased(int flow, int units);

    /**
     * @return units by which the pool was above its balance at the last sample; 0 before it
     */
    int offset();

    /**
     * @return units by which the pool had grown from the sample before to the last one; 0 before it
     */
    int delta();

    /**
     * @param notification that {@link #onFrame} answered
     * @return flow to notify
     */
    static int flow(final long notification) {
        return (int) (notification >>> 8);
    }

    /**
     * @param notification that {@link #onFrame} answered
     * @return how much the flow must slow down, in [1, 63]
     */
    static int feedback(final long notification) {
        return (int) notification & 0xFF;
    }
}
