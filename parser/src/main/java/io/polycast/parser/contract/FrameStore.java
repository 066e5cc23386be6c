package io.polycast.parser.contract;

import org.agrona.DirectBuffer;

/**
 * Frames that a role keeps after the call in which they arrived, to send them later. Only the
 * thread that runs the role uses a store.
 *
 * <p>A frame is held once, with one reference for each copy that is still to be sent or dropped.
 * Each reference is released with the {@link Ending} of its copy. When the last reference is
 * released the frame has ended: as one that left when any of its copies did, else as its last copy
 * ended.
 *
 * <p>A handle names one frame and is never used again. A handle of a frame that has ended is
 * refused and changes nothing.
 */
public interface FrameStore {
    /** What {@link #hold} answers when the frame cannot be held. */
    long NONE = -1;

    /** Longest prefix in bytes that a held frame is sent behind. */
    int LONGEST_PREFIX = 64;

    /**
     * Holds the frame that the role is being given, or the rest of it from some header on. The role
     * then returns {@link Ending#HELD}, and must not hold the frame again. The bytes of the frame
     * do not change as long as it is held.
     *
     * @param frame buffer in which the role is given the frame
     * @param offset of the first byte to keep
     * @param length in bytes, from {@code offset} to the frame's end, at least 4
     * @param references copies that are to be sent or dropped, at least 1
     * @return handle of the frame, not negative; or {@link #NONE} when the budget is exhausted:
     *     counted under {@link Tally#HOLDS_REFUSED}, and the frame stays the caller's
     */
    long hold(DirectBuffer frame, int offset, int length, int references);

    /**
     * Adds references to a held frame.
     *
     * @param handle of the frame
     * @param references to add, at least 1
     * @return false when no frame of this handle is held
     */
    boolean retain(long handle, int references);

    /**
     * Sends one copy of a held frame. No reference is released, so that a refused copy can be tried
     * again; {@link EgressSink#room} tells when.
     *
     * @param handle of the frame
     * @param skip bytes at the front of the held frame that the copy leaves out; at least 4 bytes
     *     remain
     * @param prefix holds the bytes that the copy begins with
     * @param prefixOffset of their first byte
     * @param prefixLength in bytes, in [0, {@link #LONGEST_PREFIX}]
     * @param egressPort index of the port, in [0, 64)
     * @param egress takes the copy
     * @return false when the port did not take the copy, or no frame of this handle is held
     */
    boolean send(
            long handle,
            int skip,
            DirectBuffer prefix,
            int prefixOffset,
            int prefixLength,
            int egressPort,
            EgressSink egress);

    /**
     * Releases one reference to a held frame.
     *
     * @param handle of the frame
     * @param endingId id of the {@link Ending} of this copy, not {@link Ending#HELD}
     * @return false when no frame of this handle is held
     */
    boolean release(long handle, int endingId);

    /**
     * @return memory in which all held frames lie; not to be written
     */
    DirectBuffer memory();

    /**
     * @param handle of a held frame
     * @return offset of its first byte in {@link #memory}; -1 when no frame of this handle is held
     */
    int offset(long handle);

    /**
     * @param handle of a held frame
     * @return its length in bytes; -1 when no frame of this handle is held
     */
    int length(long handle);

    /**
     * @return frames that are held now
     */
    int held();

    /**
     * @return most frames that may be held
     */
    int capacity();
}
