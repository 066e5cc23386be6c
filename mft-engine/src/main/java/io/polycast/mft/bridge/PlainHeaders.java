package io.polycast.mft.bridge;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.polycast.mft.table.Mft;
import io.polycast.mft.table.WireWords;
import io.polycast.parser.classify.FrameInfo;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Headers of the copies of the commonest frame: IPv4 without tags, RETH and UDP checksum, 54 bytes.
 * What the copies share is taken once as words, so that a copy is eight stores. Words are little
 * endian: the first byte on the wire lowest, which the sums of IP checksums allow (RFC 1071, 2B).
 *
 * <pre>
 *   0  destination MAC, first 2 of source MAC      path
 *   8  rest of source MAC, EtherType, version, TOS
 *  16  lengths, flags, TTL, protocol
 *  24  IP checksum                                 path
 *  26  addresses                                   path
 *  34  UDP
 *  42  BTH to DestQP                               path
 *  50  AckReq, PSN
 * </pre>
 */
final class PlainHeaders {
    /** Bytes of the headers. */
    static final int LENGTH = 54;

    private static final int MACS_REST = 8;
    private static final int ETHER_TYPE = 12;
    private static final int IP_LENGTHS = 16;
    private static final int CHECKSUM = 24;
    private static final int ADDRESSES = 26;
    private static final int DESTINATION = 30;
    private static final int UDP = 34;
    private static final int BTH = 42;
    private static final int PSN = 50;
    private static final long WITHOUT_QPN = 0x00FF_FFFF_FFFFL;
    private static final long LOW_32 = 0xFFFF_FFFFL;

    private final Mft mft;
    private final long macHigh;
    private final long macLow;

    private long macsRest;
    private long ipLengths;
    private long group;
    private long udp;
    private long bth;
    private int psn;
    private int sum;

    PlainHeaders(final Mft mft, final long switchMac) {
        this.mft = mft;
        final long wire = Long.reverseBytes(switchMac << 16);
        this.macHigh = wire << 48;
        this.macLow = wire >>> 16 & LOW_32;
    }

    /** Whether a frame's copies, but for those that get a tag, have such headers. */
    static boolean fit(final FrameInfo info, final int udpChecksum) {
        return info.ipVersion == 4 && info.vlanTags == 0 && info.rethOffset < 0 && udpChecksum == 0;
    }

    /** Takes what all copies share; {@code groupWord} is the group's address as it stands in a frame. */
    void begin(final DirectBuffer frame, final int start, final int groupWord) {
        macsRest = macLow | (long) frame.getInt(start + ETHER_TYPE, LITTLE_ENDIAN) << 32;
        ipLengths = frame.getLong(start + IP_LENGTHS, LITTLE_ENDIAN);
        group = groupWord & LOW_32;
        udp = frame.getLong(start + UDP, LITTLE_ENDIAN);
        bth = frame.getLong(start + BTH, LITTLE_ENDIAN) & WITHOUT_QPN;
        psn = frame.getInt(start + PSN, LITTLE_ENDIAN);
        // RFC 1624, equation 3, for both addresses; what only the path knows is added in write.
        final long total =
                (~frame.getShort(start + CHECKSUM, LITTLE_ENDIAN) & 0xFFFFL)
                        + (~frame.getInt(start + ADDRESSES, LITTLE_ENDIAN) & LOW_32)
                        + (~frame.getInt(start + DESTINATION, LITTLE_ENDIAN) & LOW_32)
                        + group;
        final long halves = (total & 0xFFFF) + (total >>> 16 & 0xFFFF) + (total >>> 32);
        sum = (int) ((halves & 0xFFFF) + (halves >>> 16));
    }

    /** Writes the headers of a member host's copy to memory outside of the heap. */
    void write(final int row, final UnsafeBuffer to, final int at) {
        // One check for all stores.
        to.boundsCheck(at, LENGTH);
        final long base = to.addressOffset() + at;
        final int member = mft.ipWord(row);
        put(base, mft.macWord(row) | macHigh);
        put(base + MACS_REST, macsRest);
        put(base + IP_LENGTHS, ipLengths);
        UnsafeApi.putShort(base + CHECKSUM, WireWords.ordered(checksum(member)));
        put(base + ADDRESSES, group | (long) member << 32);
        put(base + UDP, udp);
        put(base + BTH, bth | Long.reverseBytes(mft.qpn(row)));
        UnsafeApi.putInt(base + PSN, WireWords.ordered(psn));
    }

    private static void put(final long address, final long word) {
        UnsafeApi.putLong(address, WireWords.ordered(word));
    }

    private short checksum(final int member) {
        final int halves = sum + (member & 0xFFFF) + (member >>> 16);
        final int folded = (halves & 0xFFFF) + (halves >>> 16);
        return (short) ~(folded + (folded >>> 16));
    }
}
