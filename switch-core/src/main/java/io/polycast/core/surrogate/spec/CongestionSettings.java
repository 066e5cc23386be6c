package io.polycast.core.surrogate.spec;

/**
 * Congestion points of a node.
 *
 * @param marking which flow is notified; {@link Marked#NONE} for no points
 * @param balanceUnits units of 256 bytes that a pool is to hold (Qeq), at least 1
 * @param sampleBytes bytes that hosts send between two samples (Is), at least 1
 */
public record CongestionSettings(Marked marking, int balanceUnits, int sampleBytes) {
    /** Which flow is notified. */
    public enum Marked {
        /** None: there are no congestion points. */
        NONE,
        /** That of the sampled frame, as IEEE 802.1Q has it. */
        SAMPLE,
        /** That which holds most of the pool. */
        OCCUPANCY
    }

    /**
     * @return no congestion points
     */
    public static CongestionSettings off() {
        return new CongestionSettings(Marked.NONE, 1, 1);
    }
}
