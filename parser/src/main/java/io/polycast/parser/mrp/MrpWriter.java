package io.polycast.parser.mrp;

import java.util.List;
import org.agrona.MutableDirectBuffer;

/**
 * Writes MRP packets, without trailer: a signer appends it. Each method answers the bytes written.
 * Records of a packet must fit, see {@link Mrp#capacity}.
 */
public final class MrpWriter {
    private final MutableDirectBuffer buffer;
    private final int offset;

    /**
     * @param buffer to write to, with room for {@link Mrp#MTU} bytes behind the offset
     * @param offset of each packet's header
     */
    public MrpWriter(final MutableDirectBuffer buffer, final int offset) {
        this.buffer = buffer;
        this.offset = offset;
    }

    /**
     * Writes a packet whose records are nodes.
     *
     * @param type that {@link MrpType#hasNodes has nodes}
     * @param flags of the header
     * @param revision 16 bits
     * @param part {@code seq << 8 | total}
     * @param nodes the records
     * @return bytes written
     */
    public int nodes(
            final MrpType type,
            final int flags,
            final int revision,
            final int part,
            final List<MrpNode> nodes) {
        final boolean ipv6 = (flags & Mrp.FLAG_IPV6) != 0;
        int at = header(type, flags, revision, part, nodes.size());
        for (final MrpNode node : nodes) {
            node.store(buffer, at, ipv6);
            at += type.recordLength(ipv6);
        }
        return at - offset;
    }

    /** Writes a DETAIL; arguments as in {@link #nodes}. */
    public int details(
            final int flags, final int revision, final int part, final List<MrpDetail> details) {
        final boolean ipv6 = (flags & Mrp.FLAG_IPV6) != 0;
        int at = header(MrpType.DETAIL, flags, revision, part, details.size());
        for (final MrpDetail detail : details) {
            detail.store(buffer, at, ipv6);
            at += MrpType.DETAIL.recordLength(ipv6);
        }
        return at - offset;
    }

    /** Writes a GROUP. */
    public int group(final int flags, final int revision, final MrpGroup group) {
        final int at = header(MrpType.GROUP, flags, revision, 1, 1);
        group.store(buffer, at, (flags & Mrp.FLAG_IPV6) != 0);
        return Mrp.LENGTH + MrpType.GROUP.recordLength(false);
    }

    /** Writes a COMMIT or REMOVE. */
    public int order(
            final MrpType type, final int flags, final int revision, final MrpOrder order) {
        order.store(buffer, header(type, flags, revision, 1, 1));
        return Mrp.LENGTH + type.recordLength(false);
    }

    /** Writes a REFUSED. */
    public int refusal(final int flags, final int revision, final MrpRefusal refusal) {
        refusal.store(buffer, header(MrpType.REFUSED, flags, revision, 1, 1));
        return Mrp.LENGTH + MrpType.REFUSED.recordLength(false);
    }

    private int header(
            final MrpType type,
            final int flags,
            final int revision,
            final int part,
            final int records) {
        Mrp.write(buffer, offset, type, flags, revision, part, records);
        return offset + Mrp.LENGTH;
    }
}
