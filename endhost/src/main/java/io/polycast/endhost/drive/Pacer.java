package io.polycast.endhost.drive;

/**
 * Holds data back, as congestion control does; feedback is never paced.
 *
 * @param <E> kind of endpoint
 */
public interface Pacer<E extends Endpoint> {
    /**
     * @param endpoint that has data to send
     * @param nowNs time of the run
     * @return when its next data packet may leave, on the clock of {@code nowNs}; not above it: now
     */
    long mayLeaveNs(E endpoint, long nowNs);

    /**
     * A frame has left: data or feedback.
     *
     * @param endpoint that made it
     * @param nowNs time of the run
     * @param length in bytes, without FCS
     */
    void onSent(E endpoint, long nowNs, int length);
}
