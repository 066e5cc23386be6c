package io.polycast.xdp.port;

/**
 * Counters of one port; one writer a field, plain reads elsewhere are good enough for people.
 * Fields of the receive side come first; each side is written by its own thread.
 */
public final class PortStats {
    /** Frames taken in. */
    public volatile long rxFrames;

    /** Bytes taken in, without FCS. */
    public volatile long rxBytes;

    /** Frames lost because the receive ring was full (kernel's count where there is one). */
    public volatile long rxRingFull;

    /** Frames lost because no chunk was free to receive into. */
    public volatile long rxNoMemory;

    /** Frames that did not fit a chunk, or that the driver found invalid. */
    public volatile long rxInvalid;

    /** Frames let go. */
    public volatile long txFrames;

    /** Bytes let go, without FCS. */
    public volatile long txBytes;

    /** Frames refused because the transmit queue was full. */
    public volatile long txRingFull;

    /** Frames refused because no chunk was free to copy into. */
    public volatile long txNoMemory;

    /** Frames refused because they are longer than the port carries. */
    public volatile long txTooLong;

    /** Frames that the kernel refused. */
    public volatile long txErrors;
}
