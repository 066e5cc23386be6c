package io.polycast.parser.mrp;

import org.agrona.DirectBuffer;

/**
 * One MRP packet in a buffer. {@link #wrap} checks all lengths, so that no later read leaves the
 * packet. Reusable, allocates records only, throws on no bytes whatever.
 */
public final class MrpPacket {
    private DirectBuffer buffer;
    private int offset;
    private int length;
    private MrpType type;

    /**
     * Takes a packet.
     *
     * @param newBuffer that holds it
     * @param newOffset of the header
     * @param newLength payload of the UDP datagram, in bytes
     * @return whether it is a whole packet of version 1; if not, nothing else may be called
     */
    public boolean wrap(final DirectBuffer newBuffer, final int newOffset, final int newLength) {
        buffer = newBuffer;
        offset = newOffset;
        length = newLength;
        if (newLength < Mrp.LENGTH || Mrp.version(newBuffer, newOffset) != Mrp.VERSION) {
            return false;
        }
        type = MrpType.byCode(Mrp.type(newBuffer, newOffset));
        return type != null && (flags() & ~Mrp.FLAGS) == 0 && isWhole() && isKnown();
    }

    private boolean isWhole() {
        final int total = total();
        final int records = records();
        final boolean single = type.isSingle() ? total == 1 && records == 1 : total > 0;
        final int expected =
                Mrp.LENGTH
                        + records * type.recordLength(isIpv6())
                        + (isSigned() ? MrpTrailer.LENGTH : 0);
        return single && seq() < total && length == expected;
    }

    private boolean isKnown() {
        switch (type) {
            case GROUP:
                return group().policies().areKnown();
            case REMOVE:
                return order().scope() <= MrpOrder.PENDING;
            default:
                return true;
        }
    }

    /** Type of the packet. */
    public MrpType type() {
        return type;
    }

    /** Flags of the header. */
    public int flags() {
        return Mrp.flags(buffer, offset);
    }

    /** Whether addresses have 16 bytes. */
    public boolean isIpv6() {
        return (flags() & Mrp.FLAG_IPV6) != 0;
    }

    /** Whether there is a trailer. */
    public boolean isSigned() {
        return (flags() & Mrp.FLAG_SIGNED) != 0;
    }

    /** Revision of the group, 16 bits. */
    public int revision() {
        return Mrp.revision(buffer, offset);
    }

    /** Number of this packet, below {@link #total}. */
    public int seq() {
        return Mrp.seq(buffer, offset);
    }

    /** Packets of this type and revision, at least 1. */
    public int total() {
        return Mrp.total(buffer, offset);
    }

    /** Records in this packet. */
    public int records() {
        return Mrp.records(buffer, offset);
    }

    /** A record of a type that {@link MrpType#hasNodes has nodes}; index in [0, records). */
    public MrpNode node(final int index) {
        return MrpNode.load(buffer, record(index), isIpv6());
    }

    /** A record of a DETAIL; index in [0, records). */
    public MrpDetail detail(final int index) {
        return MrpDetail.load(buffer, record(index), isIpv6());
    }

    /** The record of a GROUP. */
    public MrpGroup group() {
        return MrpGroup.load(buffer, record(0), isIpv6());
    }

    /** The record of a COMMIT or REMOVE. */
    public MrpOrder order() {
        return MrpOrder.load(buffer, record(0));
    }

    /** The record of a REFUSED. */
    public MrpRefusal refusal() {
        return MrpRefusal.load(buffer, record(0));
    }

    private int record(final int index) {
        return offset + Mrp.LENGTH + index * type.recordLength(isIpv6());
    }

    /** Buffer of the packet. */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** Offset of the header. */
    public int offset() {
        return offset;
    }

    /** Bytes of the packet, trailer included. */
    public int length() {
        return length;
    }
}
