package io.polycast.endhost.settings;

import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Collects {@link QpSettings}. Only both ends must be named; the defaults are those of a common RNIC
 * set-up: path MTU 1024, 67 ms retry timer, seven retries, a window of 128 PSNs, no CNPs.
 */
public final class QpSettingsBuilder {
    private long localMac;
    private InetAddress localIp;
    private int localQpn;
    private long remoteMac;
    private InetAddress remoteIp;
    private int remoteQpn = Bth.VIRTUAL_QPN;
    int vlanTci = -1;
    int trafficClass = 0;
    int cnpTrafficClass = 0xC0;
    int hopLimit = 64;
    private int udpSourcePort = -1;
    int pKey = 0xFFFF;
    int pathMtu = 1024;
    int sqPsn = 0;
    int rqPsn = 0;
    int timeout = 14;
    int retryCount = 7;
    boolean endlessRetryAtSeven = false;
    int rnrRetryCount = 7;
    int rnrTimerCode = 12;
    int window = 128;
    int ackRequestEvery = 64;
    int ackEvery = 0;
    boolean mergeAcks = false;
    long nakRepeatNs = 0;
    boolean honourCredits = false;
    long cnpGapNs = 0;
    boolean verifyIcrc = true;
    int tooLongSyndrome = Aeth.NAK_INVALID_REQUEST;
    int sendQueueDepth = 256;
    int receiveQueueDepth = 256;
    int outOfOrder = 0;
    boolean repeatOldest = false;
    boolean migReq = false;
    boolean virtualPayload = false;

    /** Starts with the defaults. */
    public QpSettingsBuilder() {}

    /**
     * @param mac own MAC in the low 48 bits
     * @param ip own address as a literal; names are not resolved
     * @param qpn own QPN
     * @return this
     */
    public QpSettingsBuilder local(final long mac, final String ip, final int qpn) {
        localMac = mac;
        localIp = literal(ip);
        localQpn = qpn;
        return this;
    }

    /**
     * @param mac of the next hop, in the low 48 bits
     * @param ip the peer's address (for a group the McstID) as a literal; names are not resolved
     * @param qpn the peer's QPN, {@link Bth#VIRTUAL_QPN} for a group
     * @return this
     */
    public QpSettingsBuilder remote(final long mac, final String ip, final int qpn) {
        remoteMac = mac;
        remoteIp = literal(ip);
        remoteQpn = qpn;
        return this;
    }

    /** See {@link QpSettings#vlanTci()}. */
    public QpSettingsBuilder vlanTci(final int value) {
        vlanTci = value;
        return this;
    }

    /** See {@link QpSettings#trafficClass()}. */
    public QpSettingsBuilder trafficClass(final int value) {
        trafficClass = value;
        return this;
    }

    /** See {@link QpSettings#cnpTrafficClass()}. */
    public QpSettingsBuilder cnpTrafficClass(final int value) {
        cnpTrafficClass = value;
        return this;
    }

    /** See {@link QpSettings#hopLimit()}. */
    public QpSettingsBuilder hopLimit(final int value) {
        hopLimit = value;
        return this;
    }

    /** See {@link QpSettings#udpSourcePort()}. */
    public QpSettingsBuilder udpSourcePort(final int value) {
        udpSourcePort = value;
        return this;
    }

    /** See {@link QpSettings#pKey()}. */
    public QpSettingsBuilder pKey(final int value) {
        pKey = value;
        return this;
    }

    /** See {@link QpSettings#pathMtu()}. */
    public QpSettingsBuilder pathMtu(final int value) {
        pathMtu = value;
        return this;
    }

    /** See {@link QpSettings#sqPsn()}. */
    public QpSettingsBuilder sqPsn(final int value) {
        sqPsn = value;
        return this;
    }

    /** See {@link QpSettings#rqPsn()}. */
    public QpSettingsBuilder rqPsn(final int value) {
        rqPsn = value;
        return this;
    }

    /** See {@link QpSettings#timeout()}. */
    public QpSettingsBuilder timeout(final int value) {
        timeout = value;
        return this;
    }

    /** See {@link QpSettings#retryCount()}. */
    public QpSettingsBuilder retryCount(final int value) {
        retryCount = value;
        return this;
    }

    /** See {@link QpSettings#endlessRetryAtSeven()}. */
    public QpSettingsBuilder endlessRetryAtSeven(final boolean value) {
        endlessRetryAtSeven = value;
        return this;
    }

    /** See {@link QpSettings#rnrRetryCount()}. */
    public QpSettingsBuilder rnrRetryCount(final int value) {
        rnrRetryCount = value;
        return this;
    }

    /** See {@link QpSettings#rnrTimerCode()}. */
    public QpSettingsBuilder rnrTimerCode(final int value) {
        rnrTimerCode = value;
        return this;
    }

    /** See {@link QpSettings#window()}. */
    public QpSettingsBuilder window(final int value) {
        window = value;
        return this;
    }

    /** See {@link QpSettings#ackRequestEvery()}. */
    public QpSettingsBuilder ackRequestEvery(final int value) {
        ackRequestEvery = value;
        return this;
    }

    /** See {@link QpSettings#ackEvery()}. */
    public QpSettingsBuilder ackEvery(final int value) {
        ackEvery = value;
        return this;
    }

    /** See {@link QpSettings#mergeAcks()}. */
    public QpSettingsBuilder mergeAcks(final boolean value) {
        mergeAcks = value;
        return this;
    }

    /** See {@link QpSettings#nakRepeatNs()}. */
    public QpSettingsBuilder nakRepeatNs(final long value) {
        nakRepeatNs = value;
        return this;
    }

    /** See {@link QpSettings#honourCredits()}. */
    public QpSettingsBuilder honourCredits(final boolean value) {
        honourCredits = value;
        return this;
    }

    /** See {@link QpSettings#cnpGapNs()}. */
    public QpSettingsBuilder cnpGapNs(final long value) {
        cnpGapNs = value;
        return this;
    }

    /** See {@link QpSettings#verifyIcrc()}. */
    public QpSettingsBuilder verifyIcrc(final boolean value) {
        verifyIcrc = value;
        return this;
    }

    /** See {@link QpSettings#tooLongSyndrome()}. */
    public QpSettingsBuilder tooLongSyndrome(final int value) {
        tooLongSyndrome = value;
        return this;
    }

    /** See {@link QpSettings#sendQueueDepth()}. */
    public QpSettingsBuilder sendQueueDepth(final int value) {
        sendQueueDepth = value;
        return this;
    }

    /** See {@link QpSettings#receiveQueueDepth()}. */
    public QpSettingsBuilder receiveQueueDepth(final int value) {
        receiveQueueDepth = value;
        return this;
    }

    /** See {@link QpSettings#outOfOrder()}. */
    public QpSettingsBuilder outOfOrder(final int value) {
        outOfOrder = value;
        return this;
    }

    /** See {@link QpSettings#repeatOldest()}. */
    public QpSettingsBuilder repeatOldest(final boolean value) {
        repeatOldest = value;
        return this;
    }

    /** See {@link QpSettings#migReq()}. */
    public QpSettingsBuilder migReq(final boolean value) {
        migReq = value;
        return this;
    }

    /** See {@link QpSettings#virtualPayload()}. */
    public QpSettingsBuilder virtualPayload(final boolean value) {
        virtualPayload = value;
        return this;
    }

    /**
     * @return the settings
     * @throws IllegalArgumentException naming the first value out of range
     */
    public QpSettings build() {
        return new QpSettings(this);
    }

    QpAddress address() {
        return new QpAddress(localMac, localIp, localQpn, remoteMac, remoteIp, remoteQpn);
    }

    int udpSourcePort() {
        return udpSourcePort >= 0 ? udpSourcePort : derivedPort(localQpn, remoteQpn);
    }

    /** Folds the flow label that Linux derives from both QPNs; symmetric in the two. */
    private static int derivedPort(final int localQpn, final int remoteQpn) {
        final long product = (long) localQpn * remoteQpn;
        final long folded = product ^ (product >>> 20) ^ (product >>> 40);
        final int label = (int) folded & 0xF_FFFF;
        return 0xC000 | ((label & 0x3FFF) ^ (label >>> 14));
    }

    private static InetAddress literal(final String text) {
        final boolean dotted = text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        final boolean colons = text.indexOf(':') >= 0 && text.matches("[0-9a-fA-F:.]+");
        if (!dotted && !colons) {
            throw new IllegalArgumentException(text + " is no IP address");
        }
        try {
            return InetAddress.getByName(text);
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException(text + " is no IP address", e);
        }
    }
}
