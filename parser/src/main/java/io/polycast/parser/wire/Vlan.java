package io.polycast.parser.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * VLAN tag (IEEE 802.1Q, 802.1ad), 4 bytes, big-endian. The offset is that of the tag protocol
 * identifier: where the EtherType of an untagged frame would be.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |             TPID              | PCP |D|          VID          |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Vlan {
    /** Bytes of a tag. */
    public static final int LENGTH = 4;

    public static final int TPID_OFFSET = 0;
    public static final int TCI_OFFSET = 2;

    /** TPID of a customer tag. */
    public static final int TPID_8021Q = 0x8100;

    /** TPID of a service tag. */
    public static final int TPID_8021AD = 0x88A8;

    private Vlan() {}

    /**
     * @param etherType in [0, 65536)
     * @return whether a tag begins here
     */
    public static boolean isTag(final int etherType) {
        return etherType == TPID_8021Q || etherType == TPID_8021AD;
    }

    /**
     * @param buffer holding the tag
     * @param offset of its first byte
     * @return tag control information: priority, drop eligible bit and identifier
     */
    public static int tci(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + TCI_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    /**
     * @param tci tag control information
     * @return VLAN identifier, in [0, 4096)
     */
    public static int id(final int tci) {
        return tci & 0xFFF;
    }

    /**
     * @param tci tag control information
     * @return priority code point, in [0, 8)
     */
    public static int priority(final int tci) {
        return tci >>> 13 & 7;
    }

    /**
     * @param buffer holding the tag
     * @param offset of its first byte
     * @param tpid {@link #TPID_8021Q} or {@link #TPID_8021AD}
     * @param tci tag control information, 16 bits
     */
    public static void write(
            final MutableDirectBuffer buffer, final int offset, final int tpid, final int tci) {
        buffer.putShort(offset + TPID_OFFSET, (short) tpid, BIG_ENDIAN);
        buffer.putShort(offset + TCI_OFFSET, (short) tci, BIG_ENDIAN);
    }
}
