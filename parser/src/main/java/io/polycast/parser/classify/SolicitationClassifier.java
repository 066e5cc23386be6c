package io.polycast.parser.classify;

import io.polycast.parser.wire.Icmpv6;
import io.polycast.parser.wire.Ipv6;
import org.agrona.DirectBuffer;

/** Tells neighbour solicitations that may be answered (RFC 4861, 7.1.1) from all other ICMPv6. */
final class SolicitationClassifier {
    private static final int MULTICAST_BYTE = 0xFF;
    private static final int OPTION_UNIT_LENGTH = 8;

    private SolicitationClassifier() {}

    static boolean isSolicitation(final DirectBuffer buffer, final int ip, final int end) {
        final int message = ip + Ipv6.LENGTH;
        final int length = Ipv6.payloadLength(buffer, ip);
        return length >= Icmpv6.LENGTH
                && length <= end - message
                && Ipv6.version(buffer, ip) == 6
                && Ipv6.hopLimit(buffer, ip) == Icmpv6.HOP_LIMIT
                && Icmpv6.type(buffer, message) == Icmpv6.NEIGHBOUR_SOLICITATION
                && Icmpv6.code(buffer, message) == 0
                && (buffer.getByte(message + Icmpv6.TARGET_OFFSET) & 0xFF) != MULTICAST_BYTE
                && areOptionsWhole(buffer, message + Icmpv6.LENGTH, message + length)
                && Icmpv6.isChecksumRight(buffer, ip, message, length);
    }

    private static boolean areOptionsWhole(
            final DirectBuffer buffer, final int offset, final int end) {
        int at = offset;
        while (at < end) {
            if (end - at < OPTION_UNIT_LENGTH || buffer.getByte(at + 1) == 0) {
                return false;
            }
            at += OPTION_UNIT_LENGTH * (buffer.getByte(at + 1) & 0xFF);
        }
        return at == end;
    }
}
