package io.polycast.endhost;

import java.util.Objects;

/**
 * Everything that a queue pair is told once; built by {@link QpSettingsBuilder}.
 *
 * @param address both ends
 * @param vlanTci VLAN tag control information, or -1 for untagged frames
 * @param trafficClass IPv4 TOS or IPv6 traffic class of data and ACKs: DSCP and ECN
 * @param cnpTrafficClass the same of CNPs
 * @param hopLimit TTL or hop limit, in [1, 255]
 * @param udpSourcePort in [0, 65535]
 * @param pKey partition key, 16 bits
 * @param pathMtu payload bytes of a full packet: 256, 512, 1024, 2048 or 4096
 * @param sqPsn PSN of the first packet sent
 * @param rqPsn PSN of the first packet expected
 * @param timeout retry timer exponent, in [0, 31]: 4.096 us x 2^timeout; 0 never expires
 * @param retryCount retries without progress before the connection fails, in [0, 7]
 * @param endlessRetryAtSeven whether a retry count of 7 means for ever (rxe) or seven (verbs)
 * @param rnrRetryCount waits without progress for a receiver that is not ready; 7 is for ever
 * @param rnrTimerCode timer code of own RNR NAKs, in [0, 31]
 * @param window PSNs that may be unacknowledged, in [1, 2^22]
 * @param ackRequestEvery packets between two AckReq bits inside a long message, in [1, window]
 * @param ackEvery executed packets after which an ACK is due without AckReq; 0 is never
 * @param mergeAcks whether a waiting ACK is replaced by a newer one, as hardware does
 * @param nakRepeatNs time after which a packet beyond the gap repeats its NAK, or sends the first when
 *     the gap was within outOfOrder; 0 is never
 * @param honourCredits whether credit codes in ACKs limit what is sent
 * @param cnpGapNs least time between two CNPs, or 0 to send none
 * @param verifyIcrc whether the ICRC of incoming frames is checked
 * @param tooLongSyndrome answer to a SEND longer than its receive: 0x61, or 0x63 as rxe answers
 * @param sendQueueDepth requests that may be posted
 * @param receiveQueueDepth receives that may be posted
 * @param outOfOrder how many PSNs ahead of the expected one a request packet may arrive and is kept,
 *     in [0, 32]: it is executed, and seen, once the gap has closed
 * @param repeatOldest whether an expired retry timer repeats the oldest packet only, asking for an
 *     ACK, until something is acknowledged
 * @param migReq whether every packet sent has MigReq 1 and every packet received must have it, as
 *     hardware without path migration does
 */
public record QpSettings(
        QpAddress address,
        int vlanTci,
        int trafficClass,
        int cnpTrafficClass,
        int hopLimit,
        int udpSourcePort,
        int pKey,
        int pathMtu,
        int sqPsn,
        int rqPsn,
        int timeout,
        int retryCount,
        boolean endlessRetryAtSeven,
        int rnrRetryCount,
        int rnrTimerCode,
        int window,
        int ackRequestEvery,
        int ackEvery,
        boolean mergeAcks,
        long nakRepeatNs,
        boolean honourCredits,
        long cnpGapNs,
        boolean verifyIcrc,
        int tooLongSyndrome,
        int sendQueueDepth,
        int receiveQueueDepth,
        int outOfOrder,
        boolean repeatOldest,
        boolean migReq) {
    /** Headers and trailer around a payload never take more: Ethernet to BTH, RETH, ImmDt, ICRC. */
    public static final int MAX_OVERHEAD = 14 + 4 + 40 + 8 + 12 + 16 + 4 + 4;

    /** Checks ranges. */
    public QpSettings {
        Objects.requireNonNull(address, "address");
        if (Integer.bitCount(pathMtu) != 1 || pathMtu < 256 || pathMtu > 4096) {
            throw new IllegalArgumentException(
                    "pathMtu=" + pathMtu + " is none of 256, 512, 1024, 2048, 4096");
        }
        check("vlanTci", vlanTci, -1, 0xFFFF);
        check("trafficClass", trafficClass, 0, 0xFF);
        check("cnpTrafficClass", cnpTrafficClass, 0, 0xFF);
        check("hopLimit", hopLimit, 1, 0xFF);
        check("udpSourcePort", udpSourcePort, 0, 0xFFFF);
        check("pKey", pKey, 0, 0xFFFF);
        check("sqPsn", sqPsn, 0, 0xFF_FFFF);
        check("rqPsn", rqPsn, 0, 0xFF_FFFF);
        check("timeout", timeout, 0, 31);
        check("retryCount", retryCount, 0, 7);
        check("rnrRetryCount", rnrRetryCount, 0, 7);
        check("rnrTimerCode", rnrTimerCode, 0, 31);
        check("window", window, 1, 1 << 22);
        check("ackRequestEvery", ackRequestEvery, 1, window);
        check("ackEvery", ackEvery, 0, 1 << 22);
        check("nakRepeatNs", nakRepeatNs, 0, Long.MAX_VALUE);
        check("cnpGapNs", cnpGapNs, 0, Long.MAX_VALUE);
        check("tooLongSyndrome", tooLongSyndrome, 0x61, 0x63);
        check("sendQueueDepth", sendQueueDepth, 1, 1 << 20);
        check("receiveQueueDepth", receiveQueueDepth, 1, 1 << 20);
        check("outOfOrder", outOfOrder, 0, ReorderBuffer.SLOTS);
    }

    /**
     * @return room that {@link QueuePair#poll} needs, in bytes
     */
    public int maxFrameLength() {
        return pathMtu + MAX_OVERHEAD;
    }

    /**
     * @return retry timer in ns, or 0 when it never expires
     */
    public long retryTimerNs() {
        return timeout == 0 ? 0 : 4096L << timeout;
    }

    boolean retriesForEver() {
        return endlessRetryAtSeven && retryCount == 7;
    }

    boolean rnrRetriesForEver() {
        return rnrRetryCount == 7;
    }

    private static void check(
            final String name, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + "=" + value + " is not in [" + least + ", " + most + "]");
        }
    }
}
