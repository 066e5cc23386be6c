package io.polycast.parser.igmp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** IGMP inside an IPv4 packet: where the message lies, and whether it is sound. */
public final class IgmpPacket {
    /** What {@link #find} answers for a packet that is not a sound IGMP message. */
    public static final int BAD = -1;

    /** Bytes of the IPv4 header with the Router Alert option that every IGMPv2 message has. */
    public static final int IP_LENGTH = Ipv4.LENGTH + 4;

    /** RFC 2113: copied, option 20, length 4, value 0. */
    private static final int ROUTER_ALERT = 0x9404_0000;

    private static final int VERSION_AND_LENGTH = 0x46;

    private IgmpPacket() {}

    /**
     * Tells IGMP from other IPv4.
     *
     * @param buffer holding the packet
     * @param ip offset of a whole IPv4 header of 20 bytes
     * @return whether the packet is IGMP, sound or not
     */
    public static boolean isIgmp(final DirectBuffer buffer, final int ip) {
        return Ipv4.protocol(buffer, ip) == Igmp.PROTOCOL;
    }

    /**
     * Finds the message. A sound message has right checksums and TTL 1, and is no fragment. The message lies in
     * the frame, and its sources or records lie in the message. A report of version 1 or 2 goes to its group (RFC
     * 2236, sections 2 and 3). Unknown types are sound. Router Alert is not demanded: version 1
     * has none.
     *
     * @param buffer holding the packet
     * @param ip offset of a whole IPv4 header of 20 bytes
     * @param end of the frame
     * @return offset of the message, or {@link #BAD}
     */
    public static int find(final DirectBuffer buffer, final int ip, final int end) {
        final int headerLength = Ipv4.headerLength(buffer, ip);
        final int fragment = Ipv4.MORE_FRAGMENTS | Ipv4.FRAGMENT_OFFSET_MASK;
        final int length = Ipv4.totalLength(buffer, ip) - headerLength;
        final int message = ip + headerLength;
        if (Ipv4.version(buffer, ip) != 4
                || headerLength < Ipv4.LENGTH
                || (Ipv4.flagsAndFragment(buffer, ip) & fragment) != 0
                || length < Igmp.LENGTH
                || message + length > end
                || Ipv4.ttl(buffer, ip) != 1
                || !Ipv4.isChecksumRight(buffer, ip, headerLength)
                || !Igmp.isChecksumRight(buffer, message, length)
                || !isWhole(buffer, message, length)
                || isReport(Igmp.type(buffer, message))
                        && Ipv4.dst(buffer, ip) != Igmp.group(buffer, message)) {
            return BAD;
        }
        return message;
    }

    /**
     * @param buffer holding a packet that {@link #find} found sound
     * @param ip offset of its IPv4 header
     * @return length of the message in bytes
     */
    public static int length(final DirectBuffer buffer, final int ip) {
        return Ipv4.totalLength(buffer, ip) - Ipv4.headerLength(buffer, ip);
    }

    private static boolean isReport(final int type) {
        return type == Igmp.REPORT_V1 || type == Igmp.REPORT_V2;
    }

    private static boolean isWhole(final DirectBuffer buffer, final int message, final int length) {
        switch (Igmp.type(buffer, message)) {
            case Igmp.QUERY:
                final int version = IgmpQuery.version(buffer, message, length);
                return version != 0
                        && (version != 3
                                || IgmpQuery.LENGTH_V3 + 4 * IgmpQuery.sourceCount(buffer, message)
                                        <= length);
            case Igmp.REPORT_V3:
                return areRecordsWhole(buffer, message, message + length);
            default:
                return true;
        }
    }

    private static boolean areRecordsWhole(
            final DirectBuffer buffer, final int message, final int end) {
        int at = IgmpRecord.first(message);
        for (int left = IgmpRecord.countOf(buffer, message); left > 0; left--) {
            if (at + IgmpRecord.HEADER_LENGTH > end) {
                return false;
            }
            at += IgmpRecord.length(buffer, at);
            if (at > end) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes the IPv4 header of an IGMP message, with Router Alert and a TTL of 1.
     *
     * @param buffer to write to
     * @param ip offset of the header
     * @param src address; 0.0.0.0 in a query of a switch (RFC 4541, 2.1.1)
     * @param dst address
     * @param length of the message in bytes
     */
    public static void writeIp(
            final MutableDirectBuffer buffer,
            final int ip,
            final int src,
            final int dst,
            final int length) {
        Ipv4.write(buffer, ip, 0xC0, IP_LENGTH + length, 0, 1, Igmp.PROTOCOL);
        Ipv4.src(buffer, ip, src);
        Ipv4.dst(buffer, ip, dst);
        buffer.putByte(ip, (byte) VERSION_AND_LENGTH);
        buffer.putInt(ip + Ipv4.LENGTH, ROUTER_ALERT, BIG_ENDIAN);
        final long sum = InternetChecksum.add(0, buffer, ip, IP_LENGTH);
        Ipv4.checksum(buffer, ip, ~InternetChecksum.fold(sum));
    }
}
