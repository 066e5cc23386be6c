package io.polycast.parser.icrc;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Udp;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * ICRC over a whole packet: CRC-32 of IEEE 802.3 over eight bytes 0xFF, then IP header, UDP header
 * and BTH with the fields that change on the way replaced by ones, then everything up to the ICRC.
 *
 * <p>Note: not threadsafe; one instance a thread. Allocates nothing per call, but for the first
 * eight direct byte buffers that it meets (see {@link BufferCrc}).
 */
public final class Icrc {
    /** CRC-32 over masked packet and its right ICRC, whatever the packet. */
    public static final int RESIDUE = 0x2144_DF1C;

    private static final int LRH_LENGTH = 8;

    /** Register after the eight bytes in front of the packet. */
    private static final int AFTER_LRH = CrcTables.update64(-1, -1);

    private static final int V4_HEADERS = Ipv4.LENGTH + Udp.LENGTH + Bth.LENGTH;

    /** Bytes after the BTH of what counts as short: those of a CNP, and more than an ACK has. */
    private static final int SHORT = 16;

    // Fields that count as ones, in words whose first byte is the lowest.
    private static final long V4_TOS = 0xFF00L;
    private static final long V4_TTL_CHECKSUM = 0xFFFF_00FFL;
    private static final long V4_UDP_CHECKSUM = 0xFFFF_0000L;
    private static final long V4_CONGESTION = 0xFFL;

    private final byte[] header = new byte[LRH_LENGTH + Ipv6.LENGTH + Udp.LENGTH + Bth.LENGTH];
    private final UnsafeBuffer masked = new UnsafeBuffer(header);
    private final BufferCrc bufferCrc = new BufferCrc();
    private final CRC32 crc = new CRC32();

    /** Creates one for one thread. */
    public Icrc() {
        Arrays.fill(header, 0, LRH_LENGTH, (byte) 0xFF);
    }

    /**
     * @param buffer that was classified
     * @param info of a RoCE frame in it
     * @return the ICRC that the frame should carry, as CRC-32 value
     */
    public int compute(final DirectBuffer buffer, final FrameInfo info) {
        return compute(buffer, info.ipVersion, info.l3Offset, info.icrcOffset);
    }

    /**
     * @param buffer that holds the packet
     * @param ipVersion 4 (without options) or 6 (without extension headers)
     * @param l3Offset of the IP header
     * @param icrcOffset of the first byte behind what is covered; at least the end of the BTH
     * @return the ICRC that the packet should carry, as CRC-32 value
     */
    public int compute(
            final DirectBuffer buffer,
            final int ipVersion,
            final int l3Offset,
            final int icrcOffset) {
        if (ipVersion == 4 && icrcOffset - l3Offset <= V4_HEADERS + SHORT) {
            return computeShort4(buffer, l3Offset, icrcOffset);
        }
        final int ipLength = ipVersion == 4 ? Ipv4.LENGTH : Ipv6.LENGTH;
        final int headerLength = ipLength + Udp.LENGTH + Bth.LENGTH;
        buffer.getBytes(l3Offset, header, LRH_LENGTH, headerLength);
        mask(ipVersion, LRH_LENGTH, LRH_LENGTH + ipLength);
        crc.reset();
        crc.update(header, 0, LRH_LENGTH + headerLength);
        final int rest = l3Offset + headerLength;
        bufferCrc.update(crc, buffer, rest, icrcOffset - rest);
        return (int) crc.getValue();
    }

    /**
     * ICRC of a packet whose payload and pad are zeros that stand nowhere.
     *
     * @param buffer that holds the packet's headers
     * @param ipVersion 4 (without options) or 6 (without extension headers)
     * @param l3Offset of the IP header
     * @param payloadOffset of the first byte behind the headers; at least the end of the BTH
     * @param zeros bytes of payload and pad, in [0, 65536); none is read
     * @return the ICRC that the packet should carry, as CRC-32 value
     */
    public int computeZeros(
            final DirectBuffer buffer,
            final int ipVersion,
            final int l3Offset,
            final int payloadOffset,
            final int zeros) {
        return ~CrcShift.advance(~compute(buffer, ipVersion, l3Offset, payloadOffset), zeros);
    }

    /**
     * @param buffer that was classified
     * @param info of a RoCE frame in it, whose payload and pad are zeros that stand nowhere
     * @return whether the frame carries the right ICRC
     */
    public boolean verifyZeros(final DirectBuffer buffer, final FrameInfo info) {
        final int zeros = info.icrcOffset - info.payloadOffset;
        return computeZeros(buffer, info.ipVersion, info.l3Offset, info.payloadOffset, zeros)
                == load(buffer, info.icrcOffset);
    }

    /**
     * Of an ACK or a CNP, word by word without a copy: the start of a checksum over arrays or byte
     * buffers costs more than its 44 bytes do.
     */
    private static int computeShort4(final DirectBuffer buffer, final int l3, final int end) {
        int register = CrcTables.update64(AFTER_LRH, word(buffer, l3) | V4_TOS);
        register = CrcTables.update64(register, word(buffer, l3 + 8) | V4_TTL_CHECKSUM);
        register = CrcTables.update64(register, word(buffer, l3 + 16));
        register = CrcTables.update64(register, word(buffer, l3 + 24) | V4_UDP_CHECKSUM);
        register = CrcTables.update64(register, word(buffer, l3 + 32) | V4_CONGESTION);
        int at = l3 + V4_HEADERS;
        for (; at + 8 <= end; at += 8) {
            register = CrcTables.update64(register, word(buffer, at));
        }
        for (; at + 4 <= end; at += 4) {
            register = CrcTables.update32(register, buffer.getInt(at, LITTLE_ENDIAN));
        }
        for (; at < end; at++) {
            register = CrcTables.update8(register, buffer.getByte(at));
        }
        return ~register;
    }

    private static long word(final DirectBuffer buffer, final int at) {
        return buffer.getLong(at, LITTLE_ENDIAN);
    }

    /**
     * @param buffer that was classified
     * @param info of a RoCE frame in it
     * @return whether the frame carries the right ICRC
     */
    public boolean verify(final DirectBuffer buffer, final FrameInfo info) {
        return compute(buffer, info) == load(buffer, info.icrcOffset);
    }

    /**
     * @param buffer to read from
     * @param index of the ICRC's first byte on the wire
     * @return the ICRC as CRC-32 value: the least significant byte comes first
     */
    public static int load(final DirectBuffer buffer, final int index) {
        return buffer.getInt(index, LITTLE_ENDIAN);
    }

    /**
     * @param buffer to write to
     * @param index of the ICRC's first byte on the wire
     * @param icrc as CRC-32 value: the least significant byte goes first
     */
    public static void store(final MutableDirectBuffer buffer, final int index, final int icrc) {
        buffer.putInt(index, icrc, LITTLE_ENDIAN);
    }

    private void mask(final int ipVersion, final int ip, final int udp) {
        if (ipVersion == 4) {
            masked.putByte(ip + Ipv4.TOS_OFFSET, (byte) 0xFF);
            masked.putByte(ip + Ipv4.TTL_OFFSET, (byte) 0xFF);
            masked.putShort(ip + Ipv4.CHECKSUM_OFFSET, (short) 0xFFFF);
        } else {
            // all but the version: traffic class and flow label
            masked.putByte(ip, (byte) (masked.getByte(ip) | 0x0F));
            masked.putByte(ip + 1, (byte) 0xFF);
            masked.putShort(ip + 2, (short) 0xFFFF);
            masked.putByte(ip + Ipv6.HOP_LIMIT_OFFSET, (byte) 0xFF);
        }
        masked.putShort(udp + Udp.CHECKSUM_OFFSET, (short) 0xFFFF);
        masked.putByte(udp + Udp.LENGTH + Bth.CONGESTION_OFFSET, (byte) 0xFF);
    }
}
