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
 */
public record EgressSettings(
        int units, int requests, int batch, int quantum, int ackFrames, long ackDelay) {
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
