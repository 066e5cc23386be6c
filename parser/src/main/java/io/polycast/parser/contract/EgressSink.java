package io.polycast.parser.contract;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Exit of a deterministic core: frames leave through it.
 *
 * <p>The sink copies what it needs before it returns and keeps no buffer that was passed in. One
 * exception: a sink that knows the ingress frame's memory may take a reference to the tail of a
 * copy instead of its bytes.
 */
public interface EgressSink {
    /** What {@link #headerSpace} answers when there is none. */
    int NO_SPACE = -1;

    /**
     * Memory in which the headers of copies may be written at their final place, so that they need
     * not be moved.
     *
     * @return memory outside of the Java heap, or null when the sink has none
     */
    default UnsafeBuffer headerMemory() {
        return null;
    }

    /**
     * Space for the headers of the next copy. The space stays the sink's: a call without a copy
     * behind it takes nothing, and calls in a row may give the same space.
     *
     * @return offset in {@link #headerMemory} of 128 bytes that may be written until the next call
     *     of {@link #offerCopy}, or {@link #NO_SPACE}: then the headers are offered from other
     *     memory
     */
    default int headerSpace() {
        return NO_SPACE;
    }

    /**
     * Frames that the next offers to a port will take, when no other port is offered anything in
     * between: a lower bound. A role that holds frames asks before it sends one; a frame longer
     * than the port carries is refused all the same.
     *
     * @param egressPort index of the port, in [0, 64)
     * @return frames, at least 0; 0 while the device behind the port refuses frames for lack of
     *     memory (ENOBUFS); {@link Integer#MAX_VALUE} of a port without a limit
     */
    int room(int egressPort);

    /**
     * Longest frame that a port carries. A longer one is refused, whatever {@link #room} says.
     *
     * @param egressPort index of the port, in [0, 64)
     * @return bytes from the destination MAC to the last byte before the FCS; {@link Integer#MAX_VALUE} of a
     *     port without a limit
     */
    default int longest(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    /**
     * Sends a frame as it stands: one that the switch authored, or one that it passes on.
     *
     * @param egressPort index of the port, in [0, 64)
     * @param frame holds the frame, from the destination MAC to the last byte before the FCS
     * @param offset of the frame's first byte
     * @param length of the frame in bytes
     * @return false when the port did not take it; the sink counts why, the caller counts that a
     *     frame was refused
     */
    boolean offer(int egressPort, DirectBuffer frame, int offset, int length);

    /**
     * Sends one copy of the ingress frame.
     *
     * @param egressPort index of the port, in [0, 64)
     * @param copy to send
     * @param headerOffset of the first byte of the copy's headers; may be {@link #headerSpace} in
     *     {@link #headerMemory}
     * @param icrc of the copy, as CRC-32 value; it goes onto the wire least significant byte first
     * @return false when the port did not take it
     */
    boolean offerCopy(int egressPort, Copy copy, int headerOffset, int icrc);
}
