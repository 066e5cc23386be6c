package io.polycast.voq.ingress;

import io.polycast.voq.FabricDefaults;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.pool.PayloadSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.sync.SyncSettings;

/**
 * Constants of the ingress side of a port.
 *
 * @param payload sizes of the payload pools
 * @param headers sizes of the header pools
 * @param order of a frame's headers
 * @param drop policy of VOQs of lossy lanes
 * @param dropUnits backlog of a VOQ in units from which on it drops (Vth), at least 1
 * @param sync of VOQs
 * @param leg requests and repetitions
 * @param seed of random order and early drops
 */
public record IngressSettings(
        PayloadSettings payload,
        HeaderSettings headers,
        HeaderOrder order,
        VoqDrop drop,
        int dropUnits,
        SyncSettings sync,
        LegSettings leg,
        long seed) {
    /** Checks the ranges. */
    public IngressSettings {
        if (dropUnits < 1) {
            throw new IllegalArgumentException("dropUnits=" + dropUnits + " is below 1");
        }
    }

    /**
     * @param lanes of the port
     * @param seed of random order and early drops
     * @return those of a terminal (Table 1), in picoseconds
     */
    public static IngressSettings terminal(final Lanes lanes, final long seed) {
        return of(lanes, PayloadSettings.terminal(), FabricDefaults.TERMINAL_VOQ_DROP, seed);
    }

    /**
     * @param lanes of the port
     * @param seed of random order and early drops
     * @return those of a surrogate (Table 1), in picoseconds
     */
    public static IngressSettings surrogate(final Lanes lanes, final long seed) {
        return of(lanes, PayloadSettings.surrogate(), FabricDefaults.SURROGATE_VOQ_DROP, seed);
    }

    private static IngressSettings of(
            final Lanes lanes,
            final PayloadSettings payload,
            final int dropUnits,
            final long seed) {
        return new IngressSettings(
                payload,
                HeaderSettings.table(lanes.count() - lanes.losslessCount(), lanes.losslessCount()),
                HeaderOrder.FIXED,
                VoqDrop.HEAD,
                dropUnits,
                SyncSettings.table(),
                LegSettings.table(),
                seed);
    }

    /**
     * @param other policy
     * @return these constants with another policy of VOQs
     */
    public IngressSettings withDrop(final VoqDrop other) {
        return new IngressSettings(payload, headers, order, other, dropUnits, sync, leg, seed);
    }

    /**
     * @param other synchronisation
     * @return these constants with another synchronisation
     */
    public IngressSettings withSync(final SyncSettings other) {
        return new IngressSettings(payload, headers, order, drop, dropUnits, other, leg, seed);
    }

    /**
     * @param other sizes of the header pools
     * @param otherOrder of a frame's headers
     * @return these constants with other header pools
     */
    public IngressSettings withHeaders(final HeaderSettings other, final HeaderOrder otherOrder) {
        return new IngressSettings(payload, other, otherOrder, drop, dropUnits, sync, leg, seed);
    }
}
