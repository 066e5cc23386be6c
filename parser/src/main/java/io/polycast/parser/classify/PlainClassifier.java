package io.polycast.parser.classify;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.IcrcField;
import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import org.agrona.DirectBuffer;

/**
 * Classifies the commonest frame in the shortest way: RoCEv2 in IPv4 without tags, with right IP
 * and UDP headers. Headers are read in seven words. All others are left to {@link Classifier},
 * which would find the same in this one.
 */
final class PlainClassifier {
    private static final int IP = Ethernet.LENGTH;
    private static final int UDP = IP + Ipv4.LENGTH;
    private static final int BTH = UDP + Udp.LENGTH;
    private static final int SHORTEST = BTH + Bth.LENGTH + IcrcField.LENGTH;
    private static final int VERSION_AND_LENGTH = 0x45;
    private static final long LOW_32 = 0xFFFF_FFFFL;

    private PlainClassifier() {}

    /**
     * @return false when it is another frame: then nothing was written
     */
    static boolean classify(
            final DirectBuffer buffer, final int offset, final int length, final FrameInfo info) {
        if (length < SHORTEST
                || buffer.getShort(offset + Ethernet.ETHER_TYPE_OFFSET, BIG_ENDIAN)
                        != Ethernet.TYPE_IPV4) {
            return false;
        }
        // version, TOS, length, identification, fragment; TTL, protocol, checksum, source;
        // destination
        final long first = buffer.getLong(offset + IP, BIG_ENDIAN);
        final long second = buffer.getLong(offset + IP + 8, BIG_ENDIAN);
        final int dst = buffer.getInt(offset + IP + Ipv4.DST_OFFSET, BIG_ENDIAN);
        final long ports = buffer.getLong(offset + UDP, BIG_ENDIAN);
        final int ipLength = (int) (first >>> 32) & 0xFFFF;
        final int fragment = (int) first & (Ipv4.MORE_FRAGMENTS | Ipv4.FRAGMENT_OFFSET_MASK);
        if (first >>> 56 != VERSION_AND_LENGTH
                || fragment != 0
                || (second >>> 48 & 0xFF) != Ipv4.PROTOCOL_UDP
                || (ports >>> 32 & 0xFFFF) != Udp.PORT_ROCE
                || ipLength < SHORTEST - IP
                || ipLength > length - IP
                || (ports >>> 16 & 0xFFFF) != ipLength - Ipv4.LENGTH) {
            return false;
        }
        final long sum =
                (first & LOW_32)
                        + (first >>> 32)
                        + (second & LOW_32)
                        + (second >>> 32)
                        + (dst & LOW_32);
        if (InternetChecksum.fold(sum) != 0xFFFF) {
            return false;
        }
        info.reason = 0;
        info.frameOffset = offset;
        info.frameLength = length;
        info.vlanTags = 0;
        info.vlanId = -1;
        info.l3Offset = offset + IP;
        info.ipVersion = 4;
        info.srcIp = (int) second;
        info.dstIp = dst;
        info.udpOffset = offset + UDP;
        info.payloadOffset = offset;
        info.payloadLength = 0;
        info.rethOffset = -1;
        info.aethOffset = -1;
        info.icrcVerified = false;
        info.kind =
                RoceClassifier.transport(
                        buffer, offset + BTH, offset + IP + ipLength - IcrcField.LENGTH, info);
        return true;
    }
}
