package io.polycast.fuzz.surrogate;

import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.igmp.IgmpRecord;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.MacControl;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import io.polycast.voq.Control;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** Frames between nodes, and what hosts send to a node of role surrogate. */
final class LegFrames {
    /** Bytes before the frame of a host. */
    static final int PREFIX = Ethernet.LENGTH + LegHeader.LENGTH;

    private static final long HOST_MAC = 0x0200_0000_AA01L;
    private static final int HOST_IP = 0x0A00_0001;
    private static final int SHORTEST = 60;

    private final FrameCrc crc = new FrameCrc();
    private final long from;
    private final long to;

    LegFrames(final long from, final long to) {
        this.from = from;
        this.to = to;
    }

    /** Where on a leg a frame belongs: all fields as they stand in the header. */
    record Place(int priority, int lane, int voq) {
        static Place of(final int flow) {
            return new Place(flow / SurrogateNode.STEPS, flow % SurrogateNode.STEPS, flow);
        }
    }

    /** A message without a frame, with a right CRC. */
    byte[] message(final int type, final Place place, final int sequence, final int units) {
        return frame(type, place, sequence, units, new byte[0]);
    }

    /** A message with a frame behind it, with a right CRC. */
    byte[] frame(
            final int type,
            final Place place,
            final int sequence,
            final int units,
            final byte[] inside) {
        final int length = PREFIX + inside.length;
        final UnsafeBuffer frame =
                new UnsafeBuffer(new byte[inside.length == 0 ? SHORTEST : length]);
        Ethernet.write(frame, 0, to, from, LegHeader.ETHER_TYPE);
        LegHeader.write(
                frame,
                Ethernet.LENGTH,
                type & 0xF,
                place.priority(),
                place.lane(),
                place.voq(),
                sequence);
        frame.putBytes(PREFIX, inside);
        final int inner = inside.length == 0 ? 0 : crc.of(frame, PREFIX, inside.length);
        LegHeader.finish(frame, Ethernet.LENGTH, units, inside.length, inner, crc);
        return frame.byteArray();
    }

    /** Puts the CRC of a frame between nodes right, whatever its other bytes are. */
    static byte[] repair(final byte[] frame) {
        if (frame.length >= PREFIX && isBetweenNodes(frame)) {
            final UnsafeBuffer buffer = new UnsafeBuffer(frame);
            final FrameCrc crc = new FrameCrc();
            final int length =
                    Math.min(LegHeader.length(buffer, Ethernet.LENGTH), frame.length - PREFIX);
            final int inner = length == 0 ? 0 : crc.of(buffer, PREFIX, length);
            final int units = LegHeader.units(buffer, Ethernet.LENGTH);
            LegHeader.finish(buffer, Ethernet.LENGTH, units, length, inner, crc);
        }
        return frame;
    }

    static boolean isBetweenNodes(final byte[] frame) {
        return frame.length >= Ethernet.LENGTH
                && Ethernet.etherType(new UnsafeBuffer(frame), 0) == LegHeader.ETHER_TYPE;
    }

    static long from(final byte[] frame) {
        return Ethernet.srcMac(new UnsafeBuffer(frame), 0);
    }

    static boolean isHello(final byte[] frame, final int kind) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        return LegHeader.type(buffer, Ethernet.LENGTH) == LegHeader.HELLO
                && (LegHeader.units(buffer, Ethernet.LENGTH) == LegHeader.HELLO_ECHO)
                        == (kind == LegHeader.HELLO_ECHO);
    }

    /** Whether a frame reports that a request is missing, because a later one was refused. */
    static boolean isGap(final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        return LegHeader.type(buffer, Ethernet.LENGTH) == LegHeader.GRANT
                && (LegHeader.units(buffer, Ethernet.LENGTH) & Control.MISSING) != 0;
    }

    /** The frame of a host behind the headers; empty when there is none. */
    static byte[] inside(final byte[] frame) {
        return frame.length <= PREFIX
                ? new byte[0]
                : Arrays.copyOfRange(frame, PREFIX, frame.length);
    }

    /** A datagram; its class stands in DSCP, or in a tag. */
    static byte[] datagram(
            final int group, final int priority, final boolean tagged, final int length) {
        final int ip = Ethernet.LENGTH + (tagged ? Vlan.LENGTH : 0);
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Math.max(SHORTEST, length)]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, HOST_MAC, Ethernet.TYPE_IPV4);
        if (tagged) {
            Vlan.write(frame, Ethernet.ETHER_TYPE_OFFSET, Vlan.TPID_8021Q, priority << 13 | 7);
            Ethernet.etherType(frame, ip - Ethernet.LENGTH, Ethernet.TYPE_IPV4);
        }
        final int most = frame.capacity() - ip;
        Ipv4.write(frame, ip, priority << 5, most, 0, 8, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, ip, HOST_IP);
        Ipv4.dst(frame, ip, group);
        Ipv4.storeChecksum(frame, ip);
        Udp.write(frame, ip + Ipv4.LENGTH, 5000, 5001, most - Ipv4.LENGTH);
        return frame.byteArray();
    }

    /** A message of version 1 or 2, or of a type that nobody knows. */
    static byte[] igmp(final int type, final int group, final int src, final boolean right) {
        final UnsafeBuffer frame = ip(src, group, Igmp.LENGTH);
        final int message = Ethernet.LENGTH + IgmpPacket.IP_LENGTH;
        Igmp.write(frame, message, type, type == Igmp.QUERY ? 100 : 0, group);
        return damage(frame, message, right);
    }

    /** A report of version 3 with two records. */
    static byte[] report(final int type, final int group, final int sources, final boolean right) {
        final int message = Ethernet.LENGTH + IgmpPacket.IP_LENGTH;
        final int length = Igmp.LENGTH + 2 * IgmpRecord.HEADER_LENGTH + Integer.BYTES * sources;
        final UnsafeBuffer frame = ip(HOST_IP, Igmp.V3_REPORTS, length);
        IgmpRecord.writeReport(frame, message, 2);
        int at = IgmpRecord.first(message);
        at += IgmpRecord.write(frame, at, type, group, new int[sources]);
        IgmpRecord.write(frame, at, IgmpRecord.IS_EXCLUDE, group + 1);
        Igmp.storeChecksum(frame, message, length);
        return damage(frame, message, right);
    }

    private static UnsafeBuffer ip(final int src, final int dst, final int length) {
        final int all = Ethernet.LENGTH + IgmpPacket.IP_LENGTH + length;
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Math.max(SHORTEST, all)]);
        Ethernet.write(frame, 0, 0x0100_5E00_0016L, HOST_MAC, Ethernet.TYPE_IPV4);
        IgmpPacket.writeIp(frame, Ethernet.LENGTH, src, dst, length);
        return frame;
    }

    private static byte[] damage(final UnsafeBuffer frame, final int message, final boolean right) {
        if (!right) {
            final int at = message + Igmp.CHECKSUM_OFFSET;
            frame.putByte(at, (byte) ~frame.getByte(at));
        }
        return frame.byteArray();
    }

    /** PAUSE of a port, or PFC of classes. */
    static byte[] pause(final boolean pfc, final int classes, final int quanta) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[SHORTEST]);
        Ethernet.write(frame, 0, MacControl.DST_MAC, HOST_MAC, Ethernet.TYPE_MAC_CONTROL);
        if (pfc) {
            MacControl.writePfc(frame, Ethernet.LENGTH, classes, quanta);
        } else {
            MacControl.writePause(frame, Ethernet.LENGTH, quanta);
        }
        return frame.byteArray();
    }
}
