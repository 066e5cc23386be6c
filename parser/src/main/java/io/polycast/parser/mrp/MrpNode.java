package io.polycast.parser.mrp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Record of a node: address 4 or 16 bytes, QPN 3, flags 1.
 *
 * @param address of the node
 * @param qpn of its queue pair, 24 bits; 0 in answers
 * @param flags {@link #LEADER}...
 */
public record MrpNode(MrpAddress address, int qpn, int flags) {
    /** The node that registers the group. */
    public static final int LEADER = 0x01;

    /** Of an event: the switch serves the member no longer. */
    public static final int EVICTED = 0x02;

    /** Of an event: the member is to be served by unicast. */
    public static final int DEMOTED = 0x04;

    /** Whether this is the leader. */
    public boolean isLeader() {
        return (flags & LEADER) != 0;
    }

    /**
     * @param buffer that holds the record
     * @param index of its first byte
     * @param ipv6 whether the address has 16 bytes
     * @return the record
     */
    public static MrpNode load(final DirectBuffer buffer, final int index, final boolean ipv6) {
        final int tail = buffer.getInt(index + (ipv6 ? 16 : 4), BIG_ENDIAN);
        return new MrpNode(MrpAddress.load(buffer, index, ipv6), tail >>> 8, tail & 0xFF);
    }

    /**
     * @param buffer to write to
     * @param index of the first byte
     * @param ipv6 whether the address takes 16 bytes
     */
    public void store(final MutableDirectBuffer buffer, final int index, final boolean ipv6) {
        address.store(buffer, index, ipv6);
        buffer.putInt(index + (ipv6 ? 16 : 4), qpn << 8 | flags & 0xFF, BIG_ENDIAN);
    }
}
