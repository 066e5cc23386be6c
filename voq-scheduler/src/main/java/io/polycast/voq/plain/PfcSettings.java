package io.polycast.voq.plain;

/**
 * When an ingress stops its sender.
 *
 * @param priorities bit p is set when priority p is paused rather than dropped
 * @param stop bytes of one ingress and priority from which on the sender must wait, at least 1
 * @param go bytes down to which it waits, in [0, stop)
 */
public record PfcSettings(int priorities, int stop, int go) {
    /** Pauses nobody. */
    public static final PfcSettings OFF = new PfcSettings(0, Integer.MAX_VALUE, 0);

    /** Checks the ranges. */
    public PfcSettings {
        if (go < 0 || go >= stop) {
            throw new IllegalArgumentException("go=" + go + " < stop=" + stop + " must hold");
        }
    }
}
