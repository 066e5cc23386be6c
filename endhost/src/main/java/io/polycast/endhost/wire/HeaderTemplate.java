package io.polycast.endhost.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.IcrcField;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Headers from Ethernet to BTH of one connection, built once: a packet costs one copy of them, the
 * fields that differ, and the ICRC.
 *
 * <p>Use: {@link #begin}, then extension headers and payload at the index that it returns, then
 * {@link #finish}. UDP checksum 0, DF set, IP identification counting up, as the Linux driver sends.
 */
public final class HeaderTemplate {
    private final UnsafeBuffer headers;
    private final boolean v4;
    private final int l3;
    private final int udp;
    private final int bth;
    private final int baseSum;
    private final int flags;
    private final Icrc icrc;
    private final boolean isVirtual;
    private int identification;

    /**
     * @param settings of the queue pair
     * @param trafficClass TOS or traffic class of these frames
     * @param becn whether the BTH announces congestion: CNPs
     * @param icrc of this thread
     */
    public HeaderTemplate(
            final QpSettings settings,
            final int trafficClass,
            final boolean becn,
            final Icrc icrc) {
        this.icrc = icrc;
        isVirtual = settings.virtualPayload();
        v4 = settings.address().ipVersion() == 4;
        l3 = Ethernet.LENGTH + (settings.vlanTci() < 0 ? 0 : Vlan.LENGTH);
        udp = l3 + (v4 ? Ipv4.LENGTH : Ipv6.LENGTH);
        bth = udp + Udp.LENGTH;
        headers = new UnsafeBuffer(new byte[bth + Bth.LENGTH]);
        putEthernet(settings);
        putIp(settings, trafficClass);
        headers.putShort(udp, (short) settings.udpSourcePort(), BIG_ENDIAN);
        headers.putShort(udp + 2, (short) Udp.PORT_ROCE, BIG_ENDIAN);
        headers.putShort(bth + Bth.P_KEY_OFFSET, (short) settings.pKey(), BIG_ENDIAN);
        Bth.congestion(headers, bth, becn ? Bth.BECN : 0);
        Bth.destQpn(headers, bth, settings.address().remoteQpn());
        baseSum = v4 ? sum(l3, udp) : 0;
        flags = settings.migReq() ? Bth.MIG_REQ : 0;
    }

    /**
     * Writes the headers.
     *
     * @param out with room for the frame
     * @param offset of the destination MAC
     * @param opcode of the BTH
     * @param psn in [0, 2^24)
     * @param ackRequest whether the packet asks for an ACK
     * @return index of the first byte after the BTH
     */
    public int begin(
            final MutableDirectBuffer out,
            final int offset,
            final int opcode,
            final int psn,
            final boolean ackRequest) {
        out.putBytes(offset, headers, 0, headers.capacity());
        out.putByte(offset + bth, (byte) opcode);
        out.putInt(offset + bth + 8, ackRequest ? 0x8000_0000 | psn : psn, BIG_ENDIAN);
        return offset + headers.capacity();
    }

    /**
     * Fills in lengths and checksums of a frame without payload.
     *
     * @param out as given to {@link #begin}
     * @param offset as given to {@link #begin}
     * @param end index after the last byte
     * @return frame length in bytes
     */
    public int finish(final MutableDirectBuffer out, final int offset, final int end) {
        return finish(out, offset, end, 0);
    }

    /**
     * Pads the payload, fills in lengths and checksums.
     *
     * @param out as given to {@link #begin}
     * @param offset as given to {@link #begin}
     * @param end index after the payload's last byte
     * @param payload bytes before {@code end} that are payload; of a virtual one none is read
     * @return frame length in bytes
     */
    public int finish(
            final MutableDirectBuffer out, final int offset, final int end, final int payload) {
        final int pad = -(end - offset - bth) & 3;
        for (int i = 0; i < pad && !isVirtual; i++) {
            out.putByte(end + i, (byte) 0);
        }
        out.putByte(offset + bth + Bth.FLAGS_OFFSET, (byte) (flags | pad << 4));
        final int icrcIndex = end + pad;
        final int udpLength = icrcIndex + IcrcField.LENGTH - offset - udp;
        out.putShort(offset + udp + 4, (short) udpLength, BIG_ENDIAN);
        if (v4) {
            putIpv4Length(out, offset + l3, udpLength + udp - l3);
        } else {
            out.putShort(offset + l3 + 4, (short) udpLength, BIG_ENDIAN);
        }
        final int zeros = isVirtual ? payload + pad : 0;
        Icrc.store(
                out,
                icrcIndex,
                zeros == 0
                        ? icrc.compute(out, v4 ? 4 : 6, offset + l3, icrcIndex)
                        : icrc.computeZeros(
                                out, v4 ? 4 : 6, offset + l3, icrcIndex - zeros, zeros));
        int length = icrcIndex + IcrcField.LENGTH - offset;
        while (length < Ethernet.MINIMUM_FRAME_LENGTH) {
            out.putByte(offset + length++, (byte) 0);
        }
        return length;
    }

    private void putIpv4Length(final MutableDirectBuffer out, final int ip, final int length) {
        final int id = identification++ & 0xFFFF;
        out.putShort(ip + 2, (short) length, BIG_ENDIAN);
        out.putShort(ip + 4, (short) id, BIG_ENDIAN);
        int sum = baseSum + length + id;
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        out.putShort(ip + 10, (short) ~sum, BIG_ENDIAN);
    }

    private void putEthernet(final QpSettings settings) {
        Ethernet.dstMac(headers, 0, settings.address().remoteMac());
        Ethernet.srcMac(headers, 0, settings.address().localMac());
        if (settings.vlanTci() >= 0) {
            headers.putShort(12, (short) Vlan.TPID_8021Q, BIG_ENDIAN);
            headers.putShort(14, (short) settings.vlanTci(), BIG_ENDIAN);
        }
        headers.putShort(
                l3 - 2, (short) (v4 ? Ethernet.TYPE_IPV4 : Ethernet.TYPE_IPV6), BIG_ENDIAN);
    }

    private void putIp(final QpSettings settings, final int trafficClass) {
        final byte[] source = settings.address().localIp().getAddress();
        final byte[] destination = settings.address().remoteIp().getAddress();
        if (v4) {
            headers.putByte(l3, (byte) 0x45);
            headers.putByte(l3 + 1, (byte) trafficClass);
            headers.putShort(l3 + 6, (short) Ipv4.DONT_FRAGMENT, BIG_ENDIAN);
            headers.putByte(l3 + 8, (byte) settings.hopLimit());
            headers.putByte(l3 + 9, (byte) Ipv4.PROTOCOL_UDP);
            headers.putBytes(l3 + 12, source);
            headers.putBytes(l3 + 16, destination);
        } else {
            headers.putInt(l3, 0x6000_0000 | trafficClass << 20, BIG_ENDIAN);
            headers.putByte(l3 + 6, (byte) Ipv4.PROTOCOL_UDP);
            headers.putByte(l3 + 7, (byte) settings.hopLimit());
            headers.putBytes(l3 + 8, source);
            headers.putBytes(l3 + 24, destination);
        }
    }

    private int sum(final int from, final int to) {
        int sum = 0;
        for (int i = from; i < to; i += 2) {
            sum += headers.getShort(i, BIG_ENDIAN) & 0xFFFF;
        }
        return sum;
    }
}
