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
 * @param exchange when memory answers and filters, and when a group begins anew
 * @param cnp the congestion filter's times and thresholds
 * @param limits what hostile or broken neighbours may make the switch do
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
        ExchangeSettings exchange,
        CnpSettings cnp,
        LimitSettings limits) {

    /**
     * Bounds of a running exchange (design rule 2).
     *
     * @param idleAnewNs without accepted data of the source after which the next verified data begins
     *     the group anew, in ns, at least 1; more than four times the retry timer of every source
     * @param answerWindow how far behind the minimum the source's data is still answered from memory, in
     *     packets, in [1, 2^22]
     */
    public record ExchangeSettings(long idleAnewNs, int answerWindow) {
        /** 5 s; 65,536 packets. */
        public static final ExchangeSettings DEFAULT = new ExchangeSettings(5_000_000_000L, 65_536);

        /**
         * @return time without data after which a group leaves the kernel, in ns: half of {@code idleAnewNs}
         */
        public long kernelIdleNs() {
            return idleAnewNs / 2;
        }

        /**
         * A switch that stands still withdraws no group, and may see the last data of one late.
         *
         * @return time without a sign of life of the switch after which the kernel's programs take nothing, in
         *     ns: three eighths of {@code idleAnewNs}
         */
        public long kernelPauseNs() {
            return idleAnewNs / 2 - idleAnewNs / 8;
        }
    }

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
     * Rates beyond which frames are dropped as {@code rate limited}. The defaults never meet members
     * that behave as RNICs do.
     *
     * @param feedbackBurst feedback frames that a path may save up, at least 1: more than the packets
     *     that a source ever has in flight
     * @param feedbackPerMs feedback frames that a path may send each millisecond beside the two that
     *     each data frame earns it, in [1, 1000000]
     * @param sourceIntervalNs in which a group's source may move once, in ns; 0: no limit
     * @param sourceBurst moves of the source that a group may save up, at least 1
     * @param neighbourPerMs answers to ARP and ND each millisecond a port, in [1, 1000000]
     * @param neighbourBurst answers that a port may save up, at least 1
     */
    public record LimitSettings(
            int feedbackBurst,
            int feedbackPerMs,
            long sourceIntervalNs,
            int sourceBurst,
            int neighbourPerMs,
            int neighbourBurst) {
        /**
         * 65,536 packets in flight are 400 Gb/s for 1.3 ms at path MTU 1024; 256 a millisecond is
         * one CNP each 4 us, an RNIC's shortest gap; a source hands over after a round trip, so not
         * twice in 20 us for long; 64 answers a millisecond resolve 100,000 groups in two seconds.
         */
        public static final LimitSettings DEFAULT =
                new LimitSettings(65_536, 256, 20_000, 256, 64, 4096);
    }

    /** Settings with the default exchange and limits. */
    public SwitchSettings(
            final long mac,
            final byte[] mcstPrefix6,
            final int portCount,
            final int[] wirePeer,
            final boolean verifyAllIcrc,
            final int maxGroups,
            final int maxPaths,
            final int sourceWindow,
            final long nakRepeatNs,
            final CnpSettings cnp) {
        this(
                mac,
                mcstPrefix6,
                portCount,
                wirePeer,
                verifyAllIcrc,
                maxGroups,
                maxPaths,
                sourceWindow,
                nakRepeatNs,
                ExchangeSettings.DEFAULT,
                cnp,
                LimitSettings.DEFAULT);
    }

    /**
     * @param other bounds of an exchange
     * @return these settings but for them
     */
    public SwitchSettings withExchange(final ExchangeSettings other) {
        return new SwitchSettings(
                mac,
                mcstPrefix6,
                portCount,
                wirePeer,
                verifyAllIcrc,
                maxGroups,
                maxPaths,
                sourceWindow,
                nakRepeatNs,
                other,
                cnp,
                limits);
    }

    /**
     * @param other limits
     * @return these settings but for the limits
     */
    public SwitchSettings withLimits(final LimitSettings other) {
        return new SwitchSettings(
                mac,
                mcstPrefix6,
                portCount,
                wirePeer,
                verifyAllIcrc,
                maxGroups,
                maxPaths,
                sourceWindow,
                nakRepeatNs,
                exchange,
                cnp,
                other);
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
