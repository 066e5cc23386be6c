package io.polycast.core.cepheus;

import io.polycast.core.limits.LimitSettings;
import io.polycast.core.limits.TableSettings;
import io.polycast.core.role.RoleSettings;
import io.polycast.mft.spec.McstPrefix;

/**
 * Settings of one Cepheus switch, as plain values. docs/configuration.md lists the keys that they
 * come from.
 *
 * @param mac source MAC of every frame that the switch rewrites or authors, low 48 bits
 * @param mcstPrefix that registered groups come from, or null
 * @param mcstPrefix6 first 12 bytes of the address of an IPv6 group, or null without IPv6 groups
 * @param portCount ports, in [1, 64]
 * @param verifyAllIcrc whether data is verified as well as feedback
 * @param tables room for groups and paths
 * @param protocol times and windows of the protocol
 * @param limits on the work that hostile or broken neighbours can cause
 */
public record CepheusSettings(
        long mac,
        McstPrefix mcstPrefix,
        byte[] mcstPrefix6,
        int portCount,
        boolean verifyAllIcrc,
        TableSettings tables,
        ProtocolSettings protocol,
        LimitSettings limits) {

    /**
     * Times and windows of the protocol.
     *
     * @param sourceWindow how far past the aggregate a new source's first PSN may lie, in packets
     * @param nakRepeatNs after which a repeated NAK for the same loss passes again, in ns
     * @param exchange when memory answers and filters, and when a group begins anew
     * @param cnp the congestion filter's times and thresholds
     */
    public record ProtocolSettings(
            int sourceWindow, long nakRepeatNs, ExchangeSettings exchange, CnpSettings cnp)
            implements RoleSettings {
        /** 2^20 packets; 1 ms. */
        public static final ProtocolSettings DEFAULT =
                new ProtocolSettings(
                        1 << 20, 1_000_000, ExchangeSettings.DEFAULT, CnpSettings.DEFAULT);
    }

    /**
     * Bounds of a running exchange (docs/protocol.md, Exchanges).
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
     * @param mac of the switch
     * @param portCount ports
     * @return settings with defaults for the rest
     */
    public static CepheusSettings of(final long mac, final int portCount) {
        return new CepheusSettings(
                mac,
                null,
                null,
                portCount,
                false,
                new TableSettings(1024, 16_384),
                ProtocolSettings.DEFAULT,
                LimitSettings.DEFAULT);
    }

    /**
     * @param prefix that registered groups come from, or null
     * @return these settings but for the prefix
     */
    public CepheusSettings withPrefix(final McstPrefix prefix) {
        return new CepheusSettings(
                mac, prefix, mcstPrefix6, portCount, verifyAllIcrc, tables, protocol, limits);
    }

    /**
     * @param prefix first 12 bytes of the address of an IPv6 group, or null
     * @return these settings but for the prefix
     */
    public CepheusSettings withPrefix6(final byte[] prefix) {
        return new CepheusSettings(
                mac, mcstPrefix, prefix, portCount, verifyAllIcrc, tables, protocol, limits);
    }

    /**
     * @param verify whether data is verified as well as feedback
     * @return these settings but for that
     */
    public CepheusSettings withVerifyAllIcrc(final boolean verify) {
        return new CepheusSettings(
                mac, mcstPrefix, mcstPrefix6, portCount, verify, tables, protocol, limits);
    }

    /**
     * @param groups that the table has room for
     * @param paths that the table has room for
     * @return these settings but for the tables
     */
    public CepheusSettings withTables(final int groups, final int paths) {
        final TableSettings other = new TableSettings(groups, paths);
        return new CepheusSettings(
                mac, mcstPrefix, mcstPrefix6, portCount, verifyAllIcrc, other, protocol, limits);
    }

    /**
     * @param repeatNs after which a repeated NAK for the same loss passes again, in ns
     * @return these settings but for that
     */
    public CepheusSettings withNakRepeat(final long repeatNs) {
        return withProtocol(
                new ProtocolSettings(protocol.sourceWindow, repeatNs, exchange(), cnp()));
    }

    /**
     * @param other bounds of an exchange
     * @return these settings but for them
     */
    public CepheusSettings withExchange(final ExchangeSettings other) {
        return withProtocol(
                new ProtocolSettings(protocol.sourceWindow, protocol.nakRepeatNs, other, cnp()));
    }

    private CepheusSettings withProtocol(final ProtocolSettings other) {
        return new CepheusSettings(
                mac, mcstPrefix, mcstPrefix6, portCount, verifyAllIcrc, tables, other, limits);
    }

    /**
     * @param other limits
     * @return these settings but for the limits
     */
    public CepheusSettings withLimits(final LimitSettings other) {
        return new CepheusSettings(
                mac, mcstPrefix, mcstPrefix6, portCount, verifyAllIcrc, tables, protocol, other);
    }

    /**
     * @return groups that the table has room for
     */
    public int maxGroups() {
        return tables.maxGroups();
    }

    /**
     * @return paths, over all groups, that the table has room for
     */
    public int maxPaths() {
        return tables.maxPaths();
    }

    /**
     * @return how far past the aggregate a new source's first PSN may lie, in packets
     */
    public int sourceWindow() {
        return protocol.sourceWindow;
    }

    /**
     * @return after which a repeated NAK for the same loss passes again, in ns
     */
    public long nakRepeatNs() {
        return protocol.nakRepeatNs;
    }

    /**
     * @return bounds of a running exchange
     */
    public ExchangeSettings exchange() {
        return protocol.exchange;
    }

    /**
     * @return the congestion filter's times and thresholds
     */
    public CnpSettings cnp() {
        return protocol.cnp;
    }
}
