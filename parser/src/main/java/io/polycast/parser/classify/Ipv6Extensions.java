package io.polycast.parser.classify;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.Ipv4;
import org.agrona.DirectBuffer;

/** Finds RoCE behind IPv6 extension headers, where RoCEv2 does not allow it. */
final class Ipv6Extensions {
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int DESTINATION = 60;
    private static final int UNIT_LENGTH = 8;

    /** More in a row are not followed: a bound on the work that one frame can cause. */
    private static final int MAX_HEADERS = 8;

    private Ipv6Extensions() {}

    /**
     * @return id of the ending when these headers lead to UDP port 4791, else 0
     */
    static int faultBeforeRoce(
            final DirectBuffer buffer, final int nextHeader, final int offset, final int end) {
        int next = nextHeader;
        int at = offset;
        int reason = Classifier.Reason.IP_OPTIONS;
        for (int i = 0; i < MAX_HEADERS; i++) {
            if (next == Ipv4.PROTOCOL_UDP) {
                return Classifier.isToRocePort(buffer, at, end) ? reason : 0;
            }
            if (end - at < UNIT_LENGTH) {
                return 0;
            }
            switch (next) {
                case HOP_BY_HOP:
                case ROUTING:
                case DESTINATION:
                    next = buffer.getByte(at) & 0xFF;
                    at += UNIT_LENGTH * (1 + (buffer.getByte(at + 1) & 0xFF));
                    break;
                case FRAGMENT:
                    // later fragments do not show their port
                    if ((buffer.getShort(at + 2, BIG_ENDIAN) & 0xFFF8) != 0) {
                        return 0;
                    }
                    reason = Classifier.Reason.IP_FRAGMENT;
                    next = buffer.getByte(at) & 0xFF;
                    at += UNIT_LENGTH;
                    break;
                default:
                    return 0;
            }
        }
        return 0;
    }
}
