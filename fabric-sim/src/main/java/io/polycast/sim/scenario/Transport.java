package io.polycast.sim.scenario;

/**
 * How the queue pairs are set; see {@link io.polycast.endhost.settings.QpSettings} for each.
 *
 * @param mtu path MTU
 * @param window PSNs that may be unacknowledged
 * @param ackRequestEvery packets between two AckReq bits
 * @param responder feedback of a receiver
 * @param timers of retransmission
 * @param cnpGapNs least time between two CNPs, 0: none are sent
 * @param receives that each host keeps posted
 * @param addressing of frames
 */
public record Transport(
        int mtu,
        int window,
        int ackRequestEvery,
        Responder responder,
        Timers timers,
        long cnpGapNs,
        int receives,
        Addressing addressing) {
    /**
     * Feedback of a receiver.
     *
     * @param ackEvery executed packets after which an ACK is due
     * @param mergeAcks whether a waiting ACK is replaced by a newer one
     * @param nakRepeatNs after which a NAK is repeated
     */
    public record Responder(int ackEvery, boolean mergeAcks, long nakRepeatNs) {}

    /**
     * Timers of retransmission.
     *
     * @param timeout exponent of the retry timer
     * @param rnrCode timer code of RNR NAKs
     */
    public record Timers(int timeout, int rnrCode) {}

    /**
     * Addressing of frames.
     *
     * @param vlanTci tag, or -1
     * @param ipv6 whether hosts have IPv6 addresses
     */
    public record Addressing(int vlanTci, boolean ipv6) {}

    /**
     * Queue pairs that acknowledge each packet, with waiting ACKs merged, and send no CNP.
     *
     * @param mtu path MTU
     * @param addressing of frames
     * @return settings with a window of 128 PSNs
     */
    public static Transport plain(final int mtu, final Addressing addressing) {
        return new Transport(
                mtu, 128, 16, new Responder(1, true, 0), new Timers(14, 1), 0, 64, addressing);
    }

    /** Retry timer, in ns. */
    public long retryNs() {
        return 4096L << timers.timeout();
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
                responder,
                new Timers(exponent, timers.rnrCode()),
                cnpGapNs,
                receives,
                addressing);
    }
}
