package io.polycast.endhost.settings;

/** Settings of a queue pair; built by {@link QpSettingsBuilder}. */
public final class QpSettings {
    /** Most PSNs ahead of the expected one that a queue pair may keep; it divides 2^24. */
    public static final int MAX_OUT_OF_ORDER = 32;

    /** Headers and trailer around a payload never take more: Ethernet to BTH, RETH, ImmDt, ICRC. */
    public static final int MAX_OVERHEAD = 14 + 4 + 40 + 8 + 12 + 16 + 4 + 4;

    private final QpAddress address;
    private final int vlanTci;
    private final int trafficClass;
    private final int cnpTrafficClass;
    private final int hopLimit;
    private final int udpSourcePort;
    private final int pKey;
    private final int pathMtu;
    private final int sqPsn;
    private final int rqPsn;
    private final int timeout;
    private final int retryCount;
    private final boolean endlessRetryAtSeven;
    private final int rnrRetryCount;
    private final int rnrTimerCode;
    private final int window;
    private final int ackRequestEvery;
    private final int ackEvery;
    private final boolean mergeAcks;
    private final long nakRepeatNs;
    private final boolean honourCredits;
    private final long cnpGapNs;
    private final boolean verifyIcrc;
    private final int tooLongSyndrome;
    private final int sendQueueDepth;
    private final int receiveQueueDepth;
    private final int outOfOrder;
    private final boolean repeatOldest;
    private final boolean migReq;
    private final boolean virtualPayload;

    QpSettings(final QpSettingsBuilder from) {
        address = from.address();
        vlanTci = from.vlanTci;
        trafficClass = from.trafficClass;
        cnpTrafficClass = from.cnpTrafficClass;
        hopLimit = from.hopLimit;
        udpSourcePort = from.udpSourcePort();
        pKey = from.pKey;
        pathMtu = from.pathMtu;
        sqPsn = from.sqPsn;
        rqPsn = from.rqPsn;
        timeout = from.timeout;
        retryCount = from.retryCount;
        endlessRetryAtSeven = from.endlessRetryAtSeven;
        rnrRetryCount = from.rnrRetryCount;
        rnrTimerCode = from.rnrTimerCode;
        window = from.window;
        ackRequestEvery = from.ackRequestEvery;
        ackEvery = from.ackEvery;
        mergeAcks = from.mergeAcks;
        nakRepeatNs = from.nakRepeatNs;
        honourCredits = from.honourCredits;
        cnpGapNs = from.cnpGapNs;
        verifyIcrc = from.verifyIcrc;
        tooLongSyndrome = from.tooLongSyndrome;
        sendQueueDepth = from.sendQueueDepth;
        receiveQueueDepth = from.receiveQueueDepth;
        outOfOrder = from.outOfOrder;
        repeatOldest = from.repeatOldest;
        migReq = from.migReq;
        virtualPayload = from.virtualPayload;
        checkRanges();
    }

    private void checkRanges() {
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
        check("outOfOrder", outOfOrder, 0, MAX_OUT_OF_ORDER);
    }

    /**
     * @return room that a queue pair's poll needs, in bytes
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

    /** Whether the retry timer may run out any number of times. */
    public boolean retriesForEver() {
        return endlessRetryAtSeven && retryCount == 7;
    }

    /** Whether the responder may answer "not ready" any number of times. */
    public boolean rnrRetriesForEver() {
        return rnrRetryCount == 7;
    }

    /** Both ends. */
    public QpAddress address() {
        return address;
    }

    /** VLAN tag control information, or -1 for untagged frames. */
    public int vlanTci() {
        return vlanTci;
    }

    /** IPv4 TOS or IPv6 traffic class of data and ACKs: DSCP and ECN. */
    public int trafficClass() {
        return trafficClass;
    }

    /** The same of CNPs. */
    public int cnpTrafficClass() {
        return cnpTrafficClass;
    }

    /** TTL or hop limit, in [1, 255]. */
    public int hopLimit() {
        return hopLimit;
    }

    /** In [0, 65535]. */
    public int udpSourcePort() {
        return udpSourcePort;
    }

    /** Partition key, 16 bits. */
    public int pKey() {
        return pKey;
    }

    /** Payload bytes of a full packet: 256, 512, 1024, 2048 or 4096. */
    public int pathMtu() {
        return pathMtu;
    }

    /** PSN of the first packet sent. */
    public int sqPsn() {
        return sqPsn;
    }

    /** PSN of the first packet expected. */
    public int rqPsn() {
        return rqPsn;
    }

    /** Retry timer exponent, in [0, 31]: 4.096 us x 2^timeout; 0 never expires. */
    public int timeout() {
        return timeout;
    }

    /** Retries without progress before the connection fails, in [0, 7]. */
    public int retryCount() {
        return retryCount;
    }

    /** Whether a retry count of 7 means for ever (rxe) or seven (verbs). */
    public boolean endlessRetryAtSeven() {
        return endlessRetryAtSeven;
    }

    /** Waits without progress for a receiver that is not ready; 7 is for ever. */
    public int rnrRetryCount() {
        return rnrRetryCount;
    }

    /** Timer code of own RNR NAKs, in [0, 31]. */
    public int rnrTimerCode() {
        return rnrTimerCode;
    }

    /** PSNs that may be unacknowledged, in [1, 2^22]. */
    public int window() {
        return window;
    }

    /** Packets between two AckReq bits inside a long message, in [1, window]. */
    public int ackRequestEvery() {
        return ackRequestEvery;
    }

    /** Executed packets after which an ACK is due without AckReq; 0 is never. */
    public int ackEvery() {
        return ackEvery;
    }

    /** Whether a waiting ACK is replaced by a newer one, as hardware does. */
    public boolean mergeAcks() {
        return mergeAcks;
    }

    /**
     * Time after which a packet beyond the gap repeats its NAK, or sends the first when the gap
     * was within outOfOrder; 0 is never.
     */
    public long nakRepeatNs() {
        return nakRepeatNs;
    }

    /** Whether credit codes in ACKs limit what is sent. */
    public boolean honourCredits() {
        return honourCredits;
    }

    /** Least time between two CNPs, or 0 to send none. */
    public long cnpGapNs() {
        return cnpGapNs;
    }

    /** Whether the ICRC of incoming frames is checked. */
    public boolean verifyIcrc() {
        return verifyIcrc;
    }

    /** Answer to a SEND longer than its receive: 0x61, or 0x63 as rxe answers. */
    public int tooLongSyndrome() {
        return tooLongSyndrome;
    }

    /** Requests that may be posted. */
    public int sendQueueDepth() {
        return sendQueueDepth;
    }

    /** Receives that may be posted. */
    public int receiveQueueDepth() {
        return receiveQueueDepth;
    }

    /**
     * How many PSNs ahead of the expected one a request packet may arrive and is kept, in [0, 32]:
     * it is executed, and seen, once the gap has closed.
     */
    public int outOfOrder() {
        return outOfOrder;
    }

    /**
     * Whether an expired retry timer repeats the oldest packet only, asking for an ACK, until
     * something is acknowledged.
     */
    public boolean repeatOldest() {
        return repeatOldest;
    }

    /**
     * Whether every packet sent has MigReq 1 and every packet received must have it, as hardware
     * without path migration does.
     */
    public boolean migReq() {
        return migReq;
    }

    /**
     * Whether all payload is zeros that are neither stored nor read: frames have a hole in their place,
     * sinks are told of lengths only, and ICRCs are right nevertheless.
     */
    public boolean virtualPayload() {
        return virtualPayload;
    }

    private static void check(
            final String name, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + "=" + value + " is not in [" + least + ", " + most + "]");
        }
    }
}
