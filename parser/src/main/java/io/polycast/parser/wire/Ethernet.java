package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Ethernet II header, 14 bytes, big-endian. MAC addresses are the low 48 bits of a long, first byte
 * on the wire highest.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                       Destination MAC                         |
 * +                               +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                               |         Source MAC            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+                               +
 * |                                                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |           EtherType           |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Ethernet {
    /** Bytes of the header without tags. */
    public static final int LENGTH = 14;

    /** Shortest frame on a wire, without FCS. */
    public static final int MINIMUM_FRAME_LENGTH = 60;

    public static final int DST_MAC_OFFSET = 0;
    public static final int SRC_MAC_OFFSET = 6;
    public static final int ETHER_TYPE_OFFSET = 12;

    public static final int TYPE_IPV4 = 0x0800;
    public static final int TYPE_ARP = 0x0806;
    public static final int TYPE_IPV6 = 0x86DD;
    public static final int TYPE_MAC_CONTROL = 0x8808;

    /** All 48 bits set. */
    public static final long BROADCAST = 0xFFFF_FFFF_FFFFL;

    private static final long MAC_MASK = BROADCAST;

    private Ethernet() {}

    /**
     * @param buffer holding the frame
     * @param offset of its first byte
     * @return destination MAC, 48 bits
     */
    public static long dstMac(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + DST_MAC_OFFSET, BIG_ENDIAN) >>> 16;
    }

    /**
     * @param buffer holding the frame
     * @param offset of its first byte
     * @return source MAC, 48 bits
     */
    public static long srcMac(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + SRC_MAC_OFFSET, BIG_ENDIAN) >>> 16;
    }

    /**
     * @param buffer holding the frame
     * @param offset of its first byte
     * @return EtherType or TPID, in [0, 65536)
     */
    public static int etherType(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + ETHER_TYPE_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /**
     * @param buffer holding the frame
     * @param offset of its first byte
     * @param mac destination, 48 bits
     */
    public static void dstMac(final MutableDirectBuffer buffer, final int offset, final long mac) {
        storeMac(buffer, offset + DST_MAC_OFFSET, mac);
    }

    /**
     * @param buffer holding the frame
     * @param offset of its first byte
     * @param mac source, 48 bits
     */
    public static void srcMac(final MutableDirectBuffer buffer, final int offset, final long mac) {
        storeMac(buffer, offset + SRC_MAC_OFFSET, mac);
    }

    /**
     * @param buffer holding the frame
     * @param offset of its first byte
     * @param etherType in [0, 65536)
     */
    public static void etherType(
            final MutableDirectBuffer buffer, final int offset, final int etherType) {
        buffer.putShort(offset + ETHER_TYPE_OFFSET, (short) etherType, BIG_ENDIAN);
    }

    /**
     * Writes the whole header.
     *
     * @param buffer holding the frame
     * @param offset of its first byte
     * @param dstMac 48 bits
     * @param srcMac 48 bits
     * @param etherType in [0, 65536)
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final long dstMac,
            final long srcMac,
            final int etherType) {
        dstMac(buffer, offset, dstMac);
        srcMac(buffer, offset, srcMac);
        etherType(buffer, offset, etherType);
    }

    /**
     * @param buffer to read from
     * @param index of a MAC address's first byte
     * @return the address, 48 bits
     */
    public static long loadMac(final DirectBuffer buffer, final int index) {
        return (buffer.getShort(index, BIG_ENDIAN) & 0xFFFFL) << 32
                | (buffer.getInt(index + 2, BIG_ENDIAN) & 0xFFFF_FFFFL);
    }

    /**
     * @param buffer to write to
     * @param index of a MAC address's first byte
     * @param mac 48 bits
     */
    public static void storeMac(final MutableDirectBuffer buffer, final int index, final long mac) {
        buffer.putShort(index, (short) (mac >>> 32), BIG_ENDIAN);
        buffer.putInt(index + 2, (int) mac, BIG_ENDIAN);
    }

    /**
     * @param text six hexadecimal bytes between colons or dashes
     * @return the address, 48 bits
     * @throws IllegalArgumentException when it is not a MAC address
     */
    public static long parseMac(final String text) {
        if (!text.matches("[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}")) {
            throw new IllegalArgumentException(
                    "not a MAC address: '" + text + "'; write it as 02:00:00:00:00:01");
        }
        return Long.parseLong(text.replaceAll("[:-]", ""), 16);
    }

    /**
     * @param mac 48 bits
     * @return for example 02:00:00:00:00:01
     */
    public static String formatMac(final long mac) {
        final String hex = String.format("%012x", mac & MAC_MASK);
        return hex.replaceAll("(..)(?!$)", "$1:");
    }
}
