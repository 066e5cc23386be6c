package io.polycast.core;

import java.util.Arrays;

/**
 * What one switch is, as plain values; see docs/architecture.md for the file they come from.
 *
 * @param mac source MAC of every frame that the switch rewrites or authors, low 48 bits
 * @param mcstPrefix6 first 12 bytes of the address of an IPv6 group, or null without IPv6 groups
 * @param portCount ports, in [1, 64]
 * @param wirePeer per port the index of its wire's other end, or -1
 * @param verifyAllIcrc whether data is verified as well as feedback
 * @param maxGroups groups that the table has room for
 * @param maxPaths paths, over all groups, that the table has room for
 * @param sourceWindow how far past the aggregate a new source's first PSN may lie, in packets
 * @param nakRepeatNs after which a repeated NAK for the same loss passes again, in ns
 * @param cnp the congestion filter's times and thresholds
 */
public record SwitchSettings(
        long mac,
        byte[] mcstPrefix6,
        int portCount,
        int[] wirePeer,
        boolean verifyAllIcrc,
        int maxGroups,
        int maxPaths,
        int sourceWindow,
        long nakRepeatNs,
        CnpSettings cnp) {

    /**
     * Times and thresholds of the congestion filter.
     *
     * @param windowNs over which CNPs are counted before counters age
     * @param notificationGapNs most that a CNP may be held back relative to the last that passed
     * @param hysteresis how many CNPs a path must have more than the current worst to replace it
     */
    public record CnpSettings(long windowNs, long notificationGapNs, int hysteresis) {
        /** Window 1 ms, gap 50 us (the DCQCN lineage's NP gap), hysteresis 2. */
        public static final CnpSettings DEFAULT = new CnpSettings(1_000_000, 50_000, 2);
    }

    /**
     * @param mac of the switch
     * @param portCount ports, none of them in a wire
     * @return settings with defaults for the rest
     */
    public static SwitchSettings of(final long mac, final int portCount) {
        final int[] wirePeer = new int[portCount];
        Arrays.fill(wirePeer, -1);
        return new SwitchSettings(
                mac,
                null,
                portCount,
                wirePeer,
                false,
                1024,
                16_384,
                1 << 20,
                1_000_000,
                CnpSettings.DEFAULT);
    }
}
