package io.polycast.voq.pool;

import io.polycast.voq.FabricDefaults;

/**
 * Sizes of a payload pool in units of 256 bytes.
 *
 * @param shared units that all lossy lanes share (Tth), at least 0
 * @param exclusive units of each lossless lane, at least 0
 * @param stop units of a lossless lane from which on it stops its sender, in [1, exclusive]
 * @param go units down to which the sender waits, in [0, stop)
 * @param egressShare percent of the shared units, and of the headers of a lossy lane, that one egress may
 *     fill while others fill nothing; in [1, 100], 100 for no bound
 */
public record PayloadSettings(int shared, int exclusive, int stop, int go, int egressShare) {
    /** Checks the ranges. */
    public PayloadSettings {
        if (shared < 0 || exclusive < 0 || shared + exclusive == 0) {
            throw new IllegalArgumentException("shared=" + shared + " exclusive=" + exclusive);
        }
        if (exclusive > 0 && (go < 0 || go >= stop || stop > exclusive)) {
            throw new IllegalArgumentException(
                    "go=" + go + " < stop=" + stop + " <= exclusive=" + exclusive + " must hold");
        }
        if (egressShare < 1 || egressShare > 100) {
            throw new IllegalArgumentException("egressShare=" + egressShare);
        }
    }

    /**
     * Sizes without a bound per egress.
     *
     * @param shared as above
     * @param exclusive as above
     * @param stop as above
     * @param go as above
     */
    public PayloadSettings(final int shared, final int exclusive, final int stop, final int go) {
        this(shared, exclusive, stop, go, 100);
    }

    /**
     * Whether an egress holds its share: as many parts of what is free as its share is parts of the rest.
     *
     * @param held by the egress
     * @param free of the whole
     * @return whether it gets no more
     */
    public boolean isShareFull(final int held, final int free) {
        return (long) held * (100 - egressShare) >= (long) free * egressShare && egressShare < 100;
    }

    /**
     * @return those of a terminal's ingress (Table 1)
     */
    public static PayloadSettings terminal() {
        return new PayloadSettings(
                FabricDefaults.TERMINAL_SHARED,
                FabricDefaults.TERMINAL_PRIVATE,
                FabricDefaults.STOP,
                FabricDefaults.GO);
    }

    /**
     * @return those of a surrogate's ingress (Table 1)
     */
    public static PayloadSettings surrogate() {
        return new PayloadSettings(
                FabricDefaults.SURROGATE_SHARED,
                FabricDefaults.SURROGATE_PRIVATE,
                FabricDefaults.SURROGATE_STOP,
                FabricDefaults.SURROGATE_GO);
    }
}
