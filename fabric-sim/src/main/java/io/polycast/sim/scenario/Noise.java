package io.polycast.sim.scenario;

/**
 * Risks of each frame on each link while faults last.
 *
 * @param lossPpm frames lost, per million
 * @param duplicationPpm frames doubled, per million
 * @param reorderingPpm frames delayed beyond later ones, per million
 * @param corruptionPpm frames with flipped bits, per million
 * @param jitterPpm frames that take longer, per million
 * @param jitterNs by up to how much; the order is kept
 * @param reorderingNs by up to how much a reordered or doubled frame is late
 * @param backlog at which links drop and mark
 */
public record Noise(
        int lossPpm,
        int duplicationPpm,
        int reorderingPpm,
        int corruptionPpm,
        int jitterPpm,
        int jitterNs,
        int reorderingNs,
        Backlog backlog) {
    /** Nothing happens to any frame. */
    public static final Noise NONE = new Noise(0, 0, 0, 0, 0, 0, 0, Backlog.NONE);

    /**
     * Bounds of the time that the bytes in a link's queue take.
     *
     * @param queueNs at which the queue is full
     * @param markNs at which frames are marked with congestion experienced
     */
    public record Backlog(long queueNs, long markNs) {
        /** No bound. */
        public static final Backlog NONE = new Backlog(Long.MAX_VALUE, Long.MAX_VALUE);
    }
}
