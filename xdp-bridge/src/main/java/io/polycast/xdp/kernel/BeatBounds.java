package io.polycast.xdp.kernel;

/**
 * How long the switch may give no sign of life. The shorter counts for a frame.
 *
 * @param dropNs after which groups' data is dropped, in ns
 * @param leaveNs after which it is left to Java, in ns
 */
record BeatBounds(long dropNs, long leaveNs) {
    /** As a time: somebody else looks at it, or it need not be looked at. */
    static final long NEVER = Long.MAX_VALUE;

    long firstNs() {
        return Math.min(dropNs, leaveNs);
    }

    boolean isWatched() {
        return firstNs() != NEVER;
    }
}
