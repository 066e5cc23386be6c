package io.polycast.sim.scenario;

/**
 * How the queue pairs are set; see {@link io.polycast.endhost.settings.QpSettings} for each.
 *
 * @param mtu path MTU
 * @param window PSNs that may be unacknowledged
 * @param ackRequestEvery packets between two AckReq bits
 * @param ackEvery executed packets after which an ACK is due
 * @param mergeAcks whether a waiting ACK is replaced by a newer one
 * @param nakRepeatNs after which a NAK is repeated
 * @param timeout exponent of the retry timer
 * @param rnrTimerCode of RNR NAKs
 * @param cnpGapNs least time between two CNPs, 0: none are sent
 * @param receives that each host keeps posted
 * @param vlanTci tag, or -1
 * @param ipv6 whether hosts have IPv6 addresses
 */
public record Transport(
        int mtu,
        int window,
        int ackRequestEvery,
        int ackEvery,
        boolean mergeAcks,
        long nakRepeatNs,
        int timeout,
        int rnrTimerCode,
        long cnpGapNs,
        int receives,
        int vlanTci,
        boolean ipv6) {
    /** Retry timer, in ns. */
    public long retryNs() {
        return 4096L << timeout;
    }

    /**
     * @param exponent of the retry timer instead
     * @return the settings with it
     */
    public Transport withTimeout(final int exponent) {
        return new Transport(
                mtu,
                window,
                ackRequestEvery,
                ackEvery,
                mergeAcks,
                nakRepeatNs,
                exponent,
                rnrTimerCode,
                cnpGapNs,
                receives,
                vlanTci,
                ipv6);
    }
}
