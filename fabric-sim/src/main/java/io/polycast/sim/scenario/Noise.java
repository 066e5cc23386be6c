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
 * @param queueNs backlog, in ns, at which a link's queue is full
 * @param markNs backlog, in ns, at which frames are marked with congestion experienced
 */
public record Noise(
        int lossPpm,
        int duplicationPpm,
        int reorderingPpm,
        int corruptionPpm,
        int jitterPpm,
        int jitterNs,
        int reorderingNs,
        long queueNs,
        long markNs) {
    /** Nothing happens to any frame. */
    public static final Noise NONE = new Noise(0, 0, 0, 0, 0, 0, 0, Long.MAX_VALUE, Long.MAX_VALUE);
}
