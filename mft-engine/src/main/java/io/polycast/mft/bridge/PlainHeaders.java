package io.polycast.mft.bridge;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.mft.table.PathWords;
import io.polycast.mft.table.WireWords;
import io.polycast.parser.classify.FrameInfo;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Headers of the copies of the commonest frame: IPv4 without tags, RETH and UDP checksum, 54 bytes.
 * The shared part of all copies is read once, as 54 bytes with zeros (ones for the checksum) at the
 * places of a path's words. A copy is then seven loads, the path's changes, and seven stores. The
 * shared words lie in memory and not in fields: the processor reads them for little, while there
 * are too few registers for them beside what a loop over paths needs. Words are little endian: the
 * first byte on the wire lowest, which the sums of IP checksums allow (RFC 1071, 2B).
 *
 * <pre>
 *   0  destination MAC                             path; two bytes more, written over by the next
 *   6  source MAC, EtherType                       switch
 *  14  version, TOS, lengths, flags                frame
 *  22  TTL, protocol, IP checksum, source          frame, checksum by path, group
 *  30  destination, UDP ports                      path, frame
 *  38  UDP length and checksum, BTH to P_Key       frame
 *  46  BTH: FECN and BECN, DestQP, AckReq, PSN     frame, DestQP by path
 * </pre>
 */
final class PlainHeaders {
    /** Bytes of the headers. */
    static final int LENGTH = 54;

    private static final int SOURCE_MAC = 6;
    private static final int IP = 14;
    private static final int TTL = 22;
    private static final int DESTINATION = 30;
    private static final int UDP_LENGTH = 38;
    private static final int BECN = 46;
    private static final int IPV4 = 0x0800;
    private static final long LOW_16 = 0xFFFFL;
    private static final long LOW_32 = 0xFFFF_FFFFL;
    private static final long CHECKSUM = LOW_16 << 16;
    private static final long UDP_CHECKSUM = LOW_16 << 16;
    private static final long QPN = 0xFF_FFFFL << 8;

    private final UnsafeBuffer shared =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(64, 64), 0, 64);
    private final long sharedAddress = shared.addressOffset();

    /**
     * Ones' complement sum of the shared part of the copies' checksums, in [0, 65536), times 65537.
     */
    private long sum;

    PlainHeaders(final long switchMac) {
        shared.putLong(SOURCE_MAC, switchMac << 16 | IPV4, BIG_ENDIAN);
    }

    /**
     * Reads the shared part of all copies.
     *
     * @param frame holds a data frame
     * @param info of the frame
     * @param groupWord the group's address as it stands in a frame
     * @return false when the copies have other headers; with true, those that get a tag still do
     */
    boolean begin(final DirectBuffer frame, final FrameInfo info, final int groupWord) {
        if (info.ipVersion != 4 || info.vlanTags != 0 || info.rethOffset >= 0) {
            return false;
        }
        final byte[] array = frame.byteArray();
        final long from = frame.addressOffset() + info.frameOffset;
        final long udp = get(array, from + UDP_LENGTH);
        if ((udp & UDP_CHECKSUM) != 0) {
            return false;
        }
        final long ttl = get(array, from + TTL);
        final long destination = get(array, from + DESTINATION);
        final long group = groupWord & LOW_32;
        share(IP, get(array, from + IP));
        share(TTL, ttl & LOW_16 | CHECKSUM | group << 32);
        share(DESTINATION, destination & ~LOW_32);
        share(UDP_LENGTH, udp);
        share(BECN, get(array, from + BECN) & ~QPN);
        // RFC 1624, equation 3, for both addresses; the path's part is added for each copy. The
        // checksum and the address behind it are one number: as 2^16 leaves 1, so do their halves.
        final long total = (~ttl >>> 16) + (~destination & LOW_32) + group;
        // A number and itself with its halves changed over have the sum of both in the upper half.
        final int words = (int) (total + Long.rotateLeft(total, 32) >>> 32);
        sum = (words + Integer.rotateLeft(words, 16) >>> 16) * 0x1_0001L;
        return true;
    }

    private void share(final int at, final long word) {
        UnsafeApi.putLong(sharedAddress + at, WireWords.ordered(word));
    }

    /**
     * Writes the headers of a member host's copy.
     *
     * @param row address of the path's row
     * @param to address of the first byte, outside of the heap
     */
    void write(final long row, final long to) {
        final long from = sharedAddress;
        UnsafeApi.putLong(to, PathWords.mac(row));
        UnsafeApi.putLong(to + SOURCE_MAC, UnsafeApi.getLong(from + SOURCE_MAC));
        UnsafeApi.putLong(to + IP, UnsafeApi.getLong(from + IP));
        put(to + TTL, get(from + TTL) ^ checksum(row));
        put(to + DESTINATION, get(from + DESTINATION) | PathWords.ip(row));
        UnsafeApi.putLong(to + UDP_LENGTH, UnsafeApi.getLong(from + UDP_LENGTH));
        put(to + BECN, get(from + BECN) | PathWords.qpn(row));
    }

    /**
     * The checksum's complement, where it belongs behind TTL and protocol. Of two sums below 65536,
     * times 65537 adds the carry to the low half, one half further up; both are kept times that.
     */
    private long checksum(final long row) {
        return sum + PathWords.ipSum(row) & CHECKSUM;
    }

    private static long get(final byte[] array, final long address) {
        return WireWords.ordered(UnsafeApi.getLong(array, address));
    }

    private static long get(final long address) {
        return WireWords.ordered(UnsafeApi.getLong(address));
    }

    private static void put(final long address, final long word) {
        UnsafeApi.putLong(address, WireWords.ordered(word));
    }
}
