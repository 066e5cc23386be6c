package io.polycast.voq.pool;

import io.polycast.voq.FabricDefaults;

/**
 * Sizes of the header pools, and random early detection in those of lossy lanes.
 *
 * @param total headers of multicast copies of all lanes; at least those of the lossless lanes
 * @param lossless headers of each lossless lane, at least 1
 * @param low of a lossy lane: below, no copy is dropped; in [0, high]
 * @param high of a lossy lane: from here on every copy is dropped; at least 1
 * @param earlyDropPercent chance of a drop between the two, in [0, 100]
 */
public record HeaderSettings(int total, int lossless, int low, int high, int earlyDropPercent) {
    /** Checks the ranges. */
    public HeaderSettings {
        if (lossless < 1 || low < 0 || low > high || high < 1) {
            throw new IllegalArgumentException(
                    "lossless=" + lossless + " low=" + low + " high=" + high);
        }
        if (earlyDropPercent < 0 || earlyDropPercent > 100) {
            throw new IllegalArgumentException("earlyDropPercent=" + earlyDropPercent);
        }
    }

    /**
     * @param lossy lanes of the port
     * @param losslessLanes of the port
     * @return those of Table 1; memory for all pools
     */
    public static HeaderSettings table(final int lossy, final int losslessLanes) {
        return new HeaderSettings(
                lossy * FabricDefaults.HEADERS_HIGH
                        + losslessLanes * FabricDefaults.HEADERS_LOSSLESS,
                FabricDefaults.HEADERS_LOSSLESS,
                FabricDefaults.HEADERS_LOW,
                FabricDefaults.HEADERS_HIGH,
                FabricDefaults.EARLY_DROP_PERCENT);
    }
}
