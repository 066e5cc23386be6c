package io.polycast.voq.pool;

import io.polycast.voq.FabricDefaults;

/**
 * Sizes of a payload pool in units of 256 bytes.
 *
 * @param shared units that all lossy lanes share (Tth), at least 0
 * @param exclusive units of each lossless lane, at least 0
 * @param stop units of a lossless lane from which on it stops its sender, in [1, exclusive]
 * @param go units down to which the sender waits, in [0, stop)
 */
public record PayloadSettings(int shared, int exclusive, int stop, int go) {
    /** Checks the ranges. */
    public PayloadSettings {
        if (shared < 0 || exclusive < 0 || shared + exclusive == 0) {
            throw new IllegalArgumentException("shared=" + shared + " exclusive=" + exclusive);
        }
        if (exclusive > 0 && (go < 0 || go >= stop || stop > exclusive)) {
            throw new IllegalArgumentException(
                    "go=" + go + " < stop=" + stop + " <= exclusive=" + exclusive + " must hold");
        }
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
