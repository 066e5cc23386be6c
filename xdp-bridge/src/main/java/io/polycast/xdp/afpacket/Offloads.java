package io.polycast.xdp.afpacket;

import java.nio.ByteOrder;
import org.agrona.MutableDirectBuffer;

/** Finishes a frame whose sender left work to hardware that is not there. */
final class Offloads {
    private Offloads() {}

    /**
     * Completes a checksum whose field holds the pseudo header's sum (RFC 1071 arithmetic; Linux
     * skb_checksum_help does the same).
     *
     * @param buffer holds the frame
     * @param offset of the frame
     * @param length of the frame
     * @param start where the sum begins, from the frame's start
     * @param field where it goes, from {@code start}
     * @return false when start and field do not lie in the frame
     */
    static boolean completeChecksum(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final int start,
            final int field) {
        if (start + field + 2 > length) {
            return false;
        }
        long sum = 0;
        int at = offset + start;
        final int end = offset + length;
        // Sums of 32-bit words fold to the same 16-bit sum, as 2^16 = 1 modulo 2^16 - 1.
        for (; at + 4 <= end; at += 4) {
            sum += buffer.getInt(at, ByteOrder.BIG_ENDIAN) & 0xffffffffL;
        }
        if (at + 2 <= end) {
            sum += buffer.getShort(at, ByteOrder.BIG_ENDIAN) & 0xffff;
            at += 2;
        }
        if (at < end) {
            sum += (buffer.getByte(at) & 0xff) << 8;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        final int checksum = ~(int) sum & 0xffff;
        buffer.putShort(
                offset + start + field,
                (short) (checksum == 0 ? 0xffff : checksum),
                ByteOrder.BIG_ENDIAN);
        return true;
    }

    /**
     * Puts a VLAN tag back between the MAC addresses and the type; the frame grows by four bytes to
     * the front.
     *
     * @param buffer holds the frame, with at least four bytes before it
     * @param offset of the frame
     * @param tag TPID in the high half, TCI in the low
     * @return new offset of the frame
     */
    static int restoreVlanTag(final MutableDirectBuffer buffer, final int offset, final int tag) {
        final int moved = offset - 4;
        // Two steps upwards: source and target overlap by eight bytes.
        final long first = buffer.getLong(offset);
        final int rest = buffer.getInt(offset + 8);
        buffer.putLong(moved, first);
        buffer.putInt(moved + 8, rest);
        buffer.putInt(moved + 12, tag, ByteOrder.BIG_ENDIAN);
        return moved;
    }
}
