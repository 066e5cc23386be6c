package io.polycast.voq.sync;

import io.polycast.voq.FabricDefaults;

/**
 * Constants of the synchronisation.
 *
 * @param entries VOQs followed at a time, in [0, 127]; 0 switches the synchronisation off
 * @param block packets ahead beyond which a VOQ is suspended, at least 0
 * @param resume packets ahead down to which it stays suspended, in [0, block]
 * @param timeout longest suspension in ticks, at least 1
 */
public record SyncSettings(int entries, int block, int resume, long timeout) {
    /** Checks the ranges. */
    public SyncSettings {
        if (entries < 0 || entries > Byte.MAX_VALUE || timeout < 1) {
            throw new IllegalArgumentException("entries=" + entries + " timeout=" + timeout);
        }
        if (resume < 0 || resume > block) {
            throw new IllegalArgumentException(
                    "resume=" + resume + " <= block=" + block + " must hold");
        }
    }

    /**
     * @return those of Table 1, in picoseconds
     */
    public static SyncSettings table() {
        return new SyncSettings(
                FabricDefaults.SYNC_ENTRIES,
                FabricDefaults.SYNC_BLOCK,
                FabricDefaults.SYNC_RESUME,
                FabricDefaults.SYNC_TIMEOUT_PS);
    }

    /**
     * @return no synchronisation
     */
    public static SyncSettings off() {
        return new SyncSettings(0, 0, 0, 1);
    }
}
