package io.polycast.core.held;

import org.agrona.DirectBuffer;

/** The memory in which held frames lie. One thread uses it: the one that runs the role. */
public interface HeldMemory {
    /** What {@link #keep} answers when there is no memory. */
    int NONE = -1;

    /**
     * @return buffer of all frames kept
     */
    DirectBuffer buffer();

    /**
     * Keeps the bytes of a frame, in place or in a copy.
     *
     * @param frame buffer in which the role is given the frame
     * @param offset of the first byte to keep
     * @param length in bytes
     * @return offset of the first byte kept in {@link #buffer}, or {@link #NONE}
     */
    int keep(DirectBuffer frame, int offset, int length);

    /**
     * Gives the memory of a frame back.
     *
     * @param offset that {@link #keep} answered
     */
    void giveBack(int offset);
}
