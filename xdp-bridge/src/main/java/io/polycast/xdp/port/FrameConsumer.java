package io.polycast.xdp.port;

import org.agrona.DirectBuffer;

/** Reads frames that left a port, in place. */
@FunctionalInterface
public interface FrameConsumer {
    /**
     * @param buffer holds the frame; valid only during the call
     * @param offset of its first byte
     * @param length in bytes, without FCS
     */
    void onFrame(DirectBuffer buffer, int offset, int length);
}
