package io.polycast.dataplane.exit;

import org.agrona.concurrent.UnsafeBuffer;

/** One order from a shard to the writer; allocated once, reused for ever. */
public final class ExitEntry {
    /** Send the bytes of {@link #bytes}. */
    public static final int SEND = 0;

    /** Send a frame that lies in the frame memory. */
    public static final int SEND_SHARED = 1;

    /** Send the header in {@link #bytes} and a tail that lies in the frame memory. */
    public static final int SEND_COPY = 2;

    /** Drop the engine's reference to an ingress frame. */
    public static final int RELEASE = 3;

    /** Which of the above. */
    public int order;

    /** Index of the port. */
    public int port;

    /** Of the shared frame or of the tail, in the frame memory. */
    public int offset;

    /** Of the frame, or of the tail. */
    public int length;

    /** Of the header. */
    public int headerLength;

    /** Of the ICRC's first byte in the tail. */
    public int icrcIndex;

    /** CRC-32 value of the copy. */
    public int icrc;

    /** An authored frame, or a copy's header. */
    public final UnsafeBuffer bytes;

    public ExitEntry(final int capacity) {
        bytes = new UnsafeBuffer(new byte[capacity]);
    }
}
