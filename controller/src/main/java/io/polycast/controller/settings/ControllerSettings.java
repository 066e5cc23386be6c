package io.polycast.controller.settings;

import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.parser.mrp.MrpAddress;

/**
 * What does not change while a log lasts.
 *
 * @param name for people
 * @param owner number of this controller in MRP, 4 bytes; no two controllers of one fabric have the same
 * @param port of MRP
 * @param prefix of McstIDs
 * @param limits of tables
 * @param timing of repetitions
 * @param safeguard of groups for which nobody chose
 */
public record ControllerSettings(
        String name,
        int owner,
        int port,
        Prefix prefix,
        Limits limits,
        Timing timing,
        SafeguardSettings safeguard) {
    /**
     * Addresses that the controller may give to groups.
     *
     * @param address first address, in network order
     * @param bits that are fixed, in [8, 30]
     * @param ipv6 first 12 bytes of the addresses of IPv6 groups, or null when groups are IPv4
     */
    public record Prefix(int address, int bits, MrpAddress ipv6) {
        /** Whether the McstID lies inside. */
        public boolean contains(final int id) {
            return (id ^ address) >>> 32 - bits == 0;
        }

        /** Addresses that groups can have: the first and the last are left out. */
        public int size() {
            return (1 << 32 - bits) - 2;
        }

        /** Destination of a group's packets. */
        public MrpAddress of(final int id) {
            return ipv6 == null
                    ? MrpAddress.ipv4(id)
                    : new MrpAddress(
                            ipv6.high(), ipv6.low() & 0xFFFF_FFFF_0000_0000L | id & 0xFFFF_FFFFL);
        }
    }

    /**
     * Bounds of tables; what does not fit is refused.
     *
     * @param groups at a time
     * @param members of a group
     * @param agents at a time
     * @param events that are kept
     * @param keys of idempotency that are kept
     */
    public record Limits(int groups, int members, int agents, int events, int keys) {}

    /**
     * Times, in ms.
     *
     * @param retryFirst before a question is repeated for the first time; then twice the time before
     * @param retryMost between two repetitions
     * @param change after which a change that is not confirmed fails
     * @param refresh between two refreshments of a group in force
     */
    public record Timing(long retryFirst, long retryMost, long change, long refresh) {}
}
