package io.polycast.controller.safeguard;

/**
 * A sample of goodput: what a queue pair brought to all members, or took. Both times are of one clock of
 * the application, with any origin.
 *
 * @param fromMs begin of the interval, in ms
 * @param toMs end of the interval, in ms, behind its begin by at most {@link #LONGEST_MS}
 * @param bytes of the application in the interval, in [0, {@link #MOST_BYTES}]
 */
public record Goodput(long fromMs, long toMs, long bytes) {
    /** Longest interval, in ms. */
    public static final long LONGEST_MS = 60_000;

    /** Most bytes of a sample. */
    public static final long MOST_BYTES = 1L << 48;

    private static final long BITS_PER_BYTE_MS = 8_000;

    public Goodput {
        if (toMs <= fromMs || toMs - fromMs > LONGEST_MS || bytes < 0 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException("interval or bytes are out of range");
        }
    }

    /** Bytes per time, in bit/s. */
    public long bps() {
        return bytes * BITS_PER_BYTE_MS / (toMs - fromMs);
    }
}
