package io.polycast.voq.egress;

import io.polycast.voq.FabricDefaults;

/**
 * Constants of the egress side of a port. Both ends of a leg have the same {@code requests} and {@code
 * batch}.
 *
 * @param units buffer of each lane in units of 256 bytes, at least {@code batch}
 * @param requests of a flow that may wait for their grant: a power of two in [1, 64]
 * @param batch most units of one request, in [1, 32767]
 * @param quantum units by which a flow's turn is filled up, at least {@code batch}
 * @param ackFrames frames that one ACK acknowledges, at least 1
 * @param ackDelay longest wait of an ACK for more frames, in ticks, at least 0
 * @param window serial numbers from the next frame on within which frames are kept that come before a
 *     missing one: a power of two in [2, 1024], or 0 for none
 * @param reportAgain ticks until a gap is reported again, at least 1
 */
public record EgressSettings(
        int units,
        int requests,
        int batch,
        int quantum,
        int ackFrames,
        long ackDelay,
        int window,
        long reportAgain) {
    /** Checks the ranges. */
    public EgressSettings {
        if (requests < 1 || requests > 64 || Integer.bitCount(requests) != 1) {
            throw new IllegalArgumentException("requests=" + requests);
        }
        if (batch < 1 || batch > Short.MAX_VALUE || units < batch || quantum < batch) {
            throw new IllegalArgumentException(
                    "batch="
                            + batch
                            + " <= units="
                            + units
                            + ", quantum="
                            + quantum
                            + " must hold");
        }
        if (ackFrames < 1 || ackDelay < 0) {
            throw new IllegalArgumentException("ackFrames=" + ackFrames + " ackDelay=" + ackDelay);
        }
        if (window != 0 && (window < 2 || window > 1024 || Integer.bitCount(window) != 1)
                || reportAgain < 1) {
            throw new IllegalArgumentException("window=" + window + " reportAgain=" + reportAgain);
        }
    }

    /**
     * Constants of an egress that takes frames in order only.
     *
     * @param units as above
     * @param requests as above
     * @param batch as above
     * @param quantum as above
     * @param ackFrames as above
     * @param ackDelay as above
     */
    public EgressSettings(
            final int units,
            final int requests,
            final int batch,
            final int quantum,
            final int ackFrames,
            final long ackDelay) {
        this(units, requests, batch, quantum, ackFrames, ackDelay, 0, Long.MAX_VALUE);
    }

    /**
     * @return those of a terminal (Table 1), in picoseconds
     */
    public static EgressSettings terminal() {
        return of(FabricDefaults.TERMINAL_EGRESS);
    }

    /**
     * @return those of a surrogate (Table 1), in picoseconds
     */
    public static EgressSettings surrogate() {
        return of(FabricDefaults.SURROGATE_EGRESS);
    }

    private static EgressSettings of(final int units) {
        return new EgressSettings(
                units,
                FabricDefaults.REQUESTS,
                FabricDefaults.BATCH,
                FabricDefaults.BATCH,
                FabricDefaults.ACK_FRAMES,
                FabricDefaults.ACK_DELAY_PS);
    }
}
