package io.polycast.voq.egress;

import io.polycast.voq.FabricDefaults;

/**
 * Constants of the egress side of a port. Both ends of a leg have the same {@code requests} and {@code
 * batch}.
 *
 * @param units buffer of each lane in units of 256 bytes, at least {@code batch}
 * @param flowUnits most of them that one flow may hold: granted and not arrived, or kept before a missing
 *     frame; in [batch, units]
 * @param requests of a flow that may wait for their grant: a power of two in [1, 64]
 * @param batch most units of one request, in [1, 32767]
 * @param quantum units by which a flow's turn is filled up, at least {@code batch}
 * @param ackFrames frames that one ACK acknowledges, at least 1
 * @param ackDelay longest wait of an ACK for more frames, in ticks, at least 0
 * @param window of frames that are kept before a missing one
 */
public record EgressSettings(
        int units,
        int flowUnits,
        int requests,
        int batch,
        int quantum,
        int ackFrames,
        long ackDelay,
        Window window) {
    /**
     * Frames that are kept before a missing one.
     *
     * @param frames serial numbers from the next frame on within which frames are kept: a power of two in
     *     [2, 1024], or 0 for none
     * @param reportAgain ticks until a gap is reported again, at least 1
     */
    public record Window(int frames, long reportAgain) {
        /** Frames are taken in order only. */
        public static final Window NONE = new Window(0, Long.MAX_VALUE);

        /** Checks the ranges. */
        public Window {
            if (frames != 0 && (frames < 2 || frames > 1024 || Integer.bitCount(frames) != 1)
                    || reportAgain < 1) {
                throw new IllegalArgumentException(
                        "frames=" + frames + " reportAgain=" + reportAgain);
            }
        }
    }

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
        if (flowUnits < batch || flowUnits > units) {
            throw new IllegalArgumentException(
                    "batch="
                            + batch
                            + " <= flowUnits="
                            + flowUnits
                            + " <= units="
                            + units
                            + " must hold");
        }
    }

    /**
     * Constants of an egress that takes frames in order only. One flow may hold all units.
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
        this(units, units, requests, batch, quantum, ackFrames, ackDelay, Window.NONE);
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
