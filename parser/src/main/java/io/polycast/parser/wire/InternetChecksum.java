package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/** One's complement checksum of RFC 1071, and its incremental update of RFC 1624. */
public final class InternetChecksum {
    private InternetChecksum() {}

    /**
     * Adds bytes to a running sum. An odd last byte counts as if a zero byte followed: it must be
     * the last of all.
     *
     * @param sum so far, 0 at first
     * @param buffer to read from
     * @param offset of the first byte
     * @param length in bytes, in [0, 65536)
     * @return the sum, not folded
     */
    public static long add(
            final long sum, final DirectBuffer buffer, final int offset, final int length) {
        long total = sum;
        int i = offset;
        final int end = offset + length;
        // 2^16 = 1 modulo 2^16 - 1, so 32-bit words may be summed and folded afterwards
        for (; i + 4 <= end; i += 4) {
            total += buffer.getInt(i, BIG_ENDIAN) & 0xFFFF_FFFFL;
        }
        if (i + 2 <= end) {
            total += buffer.getShort(i, BIG_ENDIAN) & 0xFFFF;
            i += 2;
        }
        if (i < end) {
            total += (buffer.getByte(i) & 0xFF) << 8;
        }
        return total;
    }

    /**
     * @param sum of all words
     * @return its one's complement sum, in [0, 65536); 0xFFFF when a checksum inside holds
     */
    public static int fold(final long sum) {
        long folded = (sum & 0xFFFF_FFFFL) + (sum >>> 32);
        folded = (folded & 0xFFFF) + (folded >>> 16);
        folded = (folded & 0xFFFF) + (folded >>> 16);
        return (int) ((folded & 0xFFFF) + (folded >>> 16));
    }

    /**
     * RFC 1624 equation 3: the checksum after a change of 32 bits that begin at an even offset.
     *
     * @param checksum as it stands in the header, in [0, 65536)
     * @param oldBits before
     * @param newBits after
     * @return the new checksum, in [0, 65536)
     */
    public static int update32(final int checksum, final int oldBits, final int newBits) {
        final long sum =
                (~checksum & 0xFFFFL)
                        + (~oldBits >>> 16 & 0xFFFFL)
                        + (~oldBits & 0xFFFFL)
                        + (newBits >>> 16)
                        + (newBits & 0xFFFFL);
        return ~fold(sum) & 0xFFFF;
    }

    /**
     * RFC 1624 equation 3: the checksum after a change of 16 bits.
     *
     * @param checksum as it stands in the header, in [0, 65536)
     * @param oldBits before, in [0, 65536)
     * @param newBits after, in [0, 65536)
     * @return the new checksum, in [0, 65536)
     */
    public static int update16(final int checksum, final int oldBits, final int newBits) {
        final long sum = (~checksum & 0xFFFFL) + (~oldBits & 0xFFFFL) + (newBits & 0xFFFFL);
        return ~fold(sum) & 0xFFFF;
    }
}
