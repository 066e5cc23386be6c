package io.polycast.endhost.drive;

import org.agrona.MutableDirectBuffer;

/**
 * Transmit side of a host: where its endpoints write frames.
 *
 * @param <E> kind of endpoint
 */
public interface Exit<E extends Endpoint> {
    /**
     * @param nowNs time of the run
     * @return whether it takes another frame now
     */
    default boolean isOpen(final long nowNs) {
        return true;
    }

    /** Takes the next frame. */
    MutableDirectBuffer buffer();

    /** Offset of the next frame's destination MAC in {@link #buffer}. */
    default int offset() {
        return 0;
    }

    /**
     * A frame was written.
     *
     * @param from that made it
     * @param length in bytes, without FCS
     */
    void send(E from, int length);
}
