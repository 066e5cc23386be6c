package io.polycast.voq.ingress;

import io.polycast.voq.FabricDefaults;

/**
 * Requests and repetitions of a leg. Both ends of a leg have the same {@code requests} and {@code
 * batch}.
 *
 * @param requests of a VOQ that may wait for their grant: a power of two in [1, 64]
 * @param batch most units of one request, and of one frame, in [1, 32767]
 * @param repeat ticks until frames and requests without answer are repeated, at least 1; {@link
 *     Long#MAX_VALUE} for never
 * @param tries repetitions without any answer until the frames of a VOQ are given up, at least 1
 * @param selective whether the other end keeps frames that come before a missing one
 * @param stall ticks without a new grant or ACK, while the VOQ may send, until its frames are given up
 *     whatever else the other end says; at least 1, {@link Long#MAX_VALUE} for never
 */
public record LegSettings(
        int requests, int batch, long repeat, int tries, boolean selective, long stall) {
    /** Checks the ranges. */
    public LegSettings {
        if (requests < 1
                || requests > 64
                || Integer.bitCount(requests) != 1
                || batch < 1
                || batch > Short.MAX_VALUE) {
            throw new IllegalArgumentException("requests=" + requests + " batch=" + batch);
        }
        if (repeat < 1 || tries < 1 || stall < 1) {
            throw new IllegalArgumentException(
                    "repeat=" + repeat + " tries=" + tries + " stall=" + stall);
        }
    }

    /**
     * Constants of a leg whose other end takes frames in order only, and that may stall for ever.
     *
     * @param requests as above
     * @param batch as above
     * @param repeat as above
     * @param tries as above
     */
    public LegSettings(final int requests, final int batch, final long repeat, final int tries) {
        this(requests, batch, repeat, tries, false, Long.MAX_VALUE);
    }

    /**
     * @return the defaults, in picoseconds
     */
    public static LegSettings table() {
        return new LegSettings(
                FabricDefaults.REQUESTS,
                FabricDefaults.BATCH,
                FabricDefaults.REPEAT_PS,
                FabricDefaults.TRIES);
    }
}
