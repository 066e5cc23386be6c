package io.polycast.endhost.drive;

import org.agrona.MutableDirectBuffer;

/**
 * The way out of a host.
 *
 * @param <E> kind of endpoint
 */
public interface Exit<E extends Endpoint> {
    /**
     * @param nowNs time of the run
     * @return whether it takes another frame now
     */
    boolean isOpen(long nowNs);

    /** Takes the next frame. */
    MutableDirectBuffer buffer();

    /** Offset of the next frame's destination MAC in {@link #buffer}. */
    int offset();

    /**
     * A frame was written.
     *
     * @param from that made it
     * @param length in bytes, without FCS
     */
    void send(E from, int length);
}
