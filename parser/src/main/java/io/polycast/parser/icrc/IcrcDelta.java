package io.polycast.parser.icrc;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * ICRC by difference. CRC-32 is affine, so for packets of one length {@code icrc(new) = icrc(old)
 * xor crc0(masked old xor masked new)}, where crc0 starts at 0 and has no final complement. A
 * packet that was corrupt before stays so.
 *
 * <p>Bytes in front of the first change cost nothing: zeros leave a register of 0 as it is. The
 * zeros behind the last change are skipped in constant time by {@link #advance}. Typical use:
 * {@code r = crc0(0, oldDstIp ^ newDstIp)}, {@code r = advance(r, gap)}, {@code r = crc0Uint24(r,
 * oldQpn ^ newQpn)}, {@code advance(r, bytesUntilIcrc)}.
 *
 * <p>Stateless, threadsafe, allocates nothing.
 */
public final class IcrcDelta {
    /** Zeros that {@link #advance} can skip are in [0, LIMIT). */
    public static final int ADVANCE_LIMIT = CrcShift.LIMIT;

    // Bits of a header that the ICRC covers, eight bytes per mask: see Icrc.
    private static final long V4_TOS = ~0x00FF_0000_0000_0000L;
    private static final long V4_TTL_CHECKSUM = ~0xFF00_FFFF_0000_0000L;
    private static final long V4_UDP_CHECKSUM = ~0x0000_FFFF_0000_0000L;
    private static final long V4_CONGESTION = ~0xFF00_0000_0000_0000L;
    private static final long V6_FLOW_HOP = ~0x0FFF_FFFF_0000_00FFL;
    private static final long V6_UDP_CHECKSUM = ~0x0000_0000_0000_FFFFL;
    private static final long V6_CONGESTION = ~0x0000_0000_FF00_0000L;

    private IcrcDelta() {}

    /**
     * Difference of two ICRCs whose packets differ in one stretch.
     *
     * @param xorBytes holds old xor new of the stretch, masked fields 0
     * @param offset of its first byte
     * @param length in bytes
     * @param zerosAfter covered bytes between the stretch and the ICRC, in [0, 65536)
     * @return word to xor the old ICRC with
     */
    public static int delta(
            final DirectBuffer xorBytes, final int offset, final int length, final int zerosAfter) {
        return advance(crc0(0, xorBytes, offset, length), zerosAfter);
    }

    /**
     * Difference of two ICRCs whose packets differ in IP header, UDP header or BTH. Fields that the
     * ICRC does not cover may differ too and do not count.
     *
     * @param ipVersion 4 (without options) or 6
     * @param oldBuffer holds the old headers
     * @param oldOffset of the IP header in it
     * @param newBuffer holds the new headers
     * @param newOffset of the IP header in it
     * @param coveredAfter bytes between BTH and ICRC, in [0, 65536)
     * @return word to xor the old ICRC with
     */
    public static int headerDelta(
            final int ipVersion,
            final DirectBuffer oldBuffer,
            final int oldOffset,
            final DirectBuffer newBuffer,
            final int newOffset,
            final int coveredAfter) {
        int register;
        if (ipVersion == 4) {
            register = crc0(0, diff(oldBuffer, oldOffset, newBuffer, newOffset, 0) & V4_TOS);
            register =
                    crc0(
                            register,
                            diff(oldBuffer, oldOffset, newBuffer, newOffset, 8) & V4_TTL_CHECKSUM);
            register = crc0(register, diff(oldBuffer, oldOffset, newBuffer, newOffset, 16));
            register =
                    crc0(
                            register,
                            diff(oldBuffer, oldOffset, newBuffer, newOffset, 24) & V4_UDP_CHECKSUM);
            register =
                    crc0(
                            register,
                            diff(oldBuffer, oldOffset, newBuffer, newOffset, 32) & V4_CONGESTION);
        } else {
            register = crc0(0, diff(oldBuffer, oldOffset, newBuffer, newOffset, 0) & V6_FLOW_HOP);
            for (int at = 8; at < 40; at += 8) {
                register = crc0(register, diff(oldBuffer, oldOffset, newBuffer, newOffset, at));
            }
            register =
                    crc0(
                            register,
                            diff(oldBuffer, oldOffset, newBuffer, newOffset, 40) & V6_UDP_CHECKSUM);
            register =
                    crc0(
                            register,
                            diff(oldBuffer, oldOffset, newBuffer, newOffset, 48) & V6_CONGESTION);
            register =
                    crc0(
                            register,
                            oldBuffer.getInt(oldOffset + 56, BIG_ENDIAN)
                                    ^ newBuffer.getInt(newOffset + 56, BIG_ENDIAN));
        }
        return advance(register, coveredAfter);
    }

    /**
     * Takes eight bytes into the register.
     *
     * @param register so far, 0 at first
     * @param xorBytes old xor new, as read in big-endian order
     * @return the register after them
     */
    public static int crc0(final int register, final long xorBytes) {
        return CrcTables.update64(register, Long.reverseBytes(xorBytes));
    }

    /**
     * Takes four bytes into the register.
     *
     * @param register so far
     * @param xorBytes old xor new, as read in big-endian order
     * @return the register after them
     */
    public static int crc0(final int register, final int xorBytes) {
        return CrcTables.update32(register, Integer.reverseBytes(xorBytes));
    }

    /**
     * Takes the three bytes of a QPN or PSN into the register.
     *
     * @param register so far
     * @param xorBytes old xor new, 24 bits
     * @return the register after them
     */
    public static int crc0Uint24(final int register, final int xorBytes) {
        int next = CrcTables.update8(register, xorBytes >>> 16);
        next = CrcTables.update8(next, xorBytes >>> 8);
        return CrcTables.update8(next, xorBytes);
    }

    /**
     * Takes any bytes into the register.
     *
     * @param register so far
     * @param xorBytes holds old xor new
     * @param offset of the first byte
     * @param length in bytes
     * @return the register after them
     */
    public static int crc0(
            final int register, final DirectBuffer xorBytes, final int offset, final int length) {
        int next = register;
        int at = offset;
        final int end = offset + length;
        for (; at + 8 <= end; at += 8) {
            next = crc0(next, xorBytes.getLong(at, BIG_ENDIAN));
        }
        for (; at < end; at++) {
            next = CrcTables.update8(next, xorBytes.getByte(at));
        }
        return next;
    }

    /**
     * Takes zero bytes into the register, in constant time.
     *
     * @param register so far
     * @param zeroBytes how many, in [0, {@link #ADVANCE_LIMIT})
     * @return the register after them
     */
    public static int advance(final int register, final int zeroBytes) {
        return CrcShift.advance(register, zeroBytes);
    }

    private static long diff(
            final DirectBuffer oldBuffer,
            final int oldOffset,
            final DirectBuffer newBuffer,
            final int newOffset,
            final int at) {
        return oldBuffer.getLong(oldOffset + at, BIG_ENDIAN)
                ^ newBuffer.getLong(newOffset + at, BIG_ENDIAN);
    }
}
