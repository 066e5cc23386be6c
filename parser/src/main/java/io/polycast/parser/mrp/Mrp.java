package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Header of MRP, 8 bytes in front of every body, big-endian (Cepheus, figure 5; docs/mrp.md). The
 * body is a number of equal records. A signed packet ends with a {@link MrpTrailer}.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |Version| Type  |     Flags     |           Revision            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |      Seq      |     Total     |            Records            |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Mrp {
    /** Bytes of the header. */
    public static final int LENGTH = 8;

    public static final int VERSION_OFFSET = 0;
    public static final int FLAGS_OFFSET = 1;
    public static final int REVISION_OFFSET = 2;
    public static final int SEQ_OFFSET = 4;
    public static final int TOTAL_OFFSET = 5;
    public static final int RECORDS_OFFSET = 6;

    /** UDP port of a switch without {@code registration.port}. */
    public static final int PORT = 4792;

    /** The one version there is. */
    public static final int VERSION = 1;

    /** Addresses take 16 bytes in place of 4. */
    public static final int FLAG_IPV6 = 0x01;

    /** A {@link MrpTrailer} follows the records. */
    public static final int FLAG_SIGNED = 0x02;

    /** An answer names as many nodes as fit, and there are more. */
    public static final int FLAG_MORE = 0x04;

    /** A {@link MrpType#CONFIRM} of a node that does not have the whole set. */
    public static final int FLAG_INCOMPLETE = 0x08;

    /** Flags that version 1 knows. */
    public static final int FLAGS = 0x0F;

    /** Most bytes of an IP packet that carries MRP. */
    public static final int MTU = 1500;

    private Mrp() {}

    /** Version, 4 bits. */
    public static int version(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + VERSION_OFFSET) >>> 4 & 0xF;
    }

    /** Code of a {@link MrpType}, 4 bits. */
    public static int type(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + VERSION_OFFSET) & 0xF;
    }

    /** Flags, 8 bits. */
    public static int flags(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + FLAGS_OFFSET) & 0xFF;
    }

    /** Revision of the group, 16 bits; see {@link #isNewer}. */
    public static int revision(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + REVISION_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /** Number of this packet among those of its type and revision, below {@link #total}. */
    public static int seq(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + SEQ_OFFSET) & 0xFF;
    }

    /** Packets of this type and revision, in [1, 255]. */
    public static int total(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + TOTAL_OFFSET) & 0xFF;
    }

    /** Records of this packet. */
    public static int records(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + RECORDS_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /**
     * Writes a whole header.
     *
     * @param buffer to write to
     * @param offset of the header
     * @param type of the packet
     * @param flags {@link #FLAG_IPV6}...
     * @param revision 16 bits
     * @param part {@code seq << 8 | total}
     * @param records of this packet
     */
    public static void write(
            final MutableDirectBuffer buffer,
            final int offset,
            final MrpType type,
            final int flags,
            final int revision,
            final int part,
            final int records) {
        buffer.putByte(offset + VERSION_OFFSET, (byte) (VERSION << 4 | type.code()));
        buffer.putByte(offset + FLAGS_OFFSET, (byte) flags);
        buffer.putShort(offset + REVISION_OFFSET, (short) revision, BIG_ENDIAN);
        buffer.putShort(offset + SEQ_OFFSET, (short) part, BIG_ENDIAN);
        buffer.putShort(offset + RECORDS_OFFSET, (short) records, BIG_ENDIAN);
    }

    /**
     * Order of revisions: serial arithmetic of 16 bits (RFC 1982). Of two revisions 32,768 apart
     * neither is newer.
     *
     * @param revision 16 bits
     * @param than 16 bits
     * @return whether the first is newer
     */
    public static boolean isNewer(final int revision, final int than) {
        final int ahead = revision - than & 0xFFFF;
        return ahead != 0 && ahead < 0x8000;
    }

    /**
     * Room for records in one packet.
     *
     * @param type of the packet
     * @param flags of which {@link #FLAG_IPV6} and {@link #FLAG_SIGNED} count
     * @return records that fit into {@link #MTU} bytes of IP
     */
    public static int capacity(final MrpType type, final int flags) {
        final boolean ipv6 = (flags & FLAG_IPV6) != 0;
        final int headers = (ipv6 ? 40 : 20) + 8 + LENGTH;
        final int trailer = (flags & FLAG_SIGNED) != 0 ? MrpTrailer.LENGTH : 0;
        return (MTU - headers - trailer) / type.recordLength(ipv6);
    }
}
