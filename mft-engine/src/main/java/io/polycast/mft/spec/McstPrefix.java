package io.polycast.mft.spec;

import io.polycast.parser.wire.Ipv4;

/**
 * IPv4 prefix that the McstIDs of registered groups come from. The switch answers ARP and neighbour
 * solicitations for all of it, because hosts connect before their group exists.
 *
 * @param network first address, a dotted quad read as an int (network order)
 * @param length bits of the network, in [8, 30]
 */
public record McstPrefix(int network, int length) {
    /** Fewest bits: one /8. */
    public static final int SHORTEST = 8;

    /** Most bits: four addresses. */
    public static final int LONGEST = 30;

    /**
     * @throws IllegalArgumentException when the length is out of range, or bits behind it are set
     */
    public McstPrefix {
        if (length < SHORTEST || length > LONGEST || (network & ~mask(length)) != 0) {
            throw new IllegalArgumentException("no prefix: " + Ipv4.format(network) + "/" + length);
        }
    }

    private static int mask(final int length) {
        return -1 << Integer.SIZE - length;
    }

    /** The bits of the prefix. */
    public int mask() {
        return mask(length);
    }

    /**
     * @param address IPv4 address, network order read as an int
     * @return whether it has this prefix
     */
    public boolean contains(final int address) {
        return (address & mask(length)) == network;
    }

    /**
     * @param address with any bits behind the prefix
     * @param length of the prefix
     * @return the first address of the prefix that holds it
     */
    public static int networkOf(final int address, final int length) {
        return address & mask(length);
    }

    @Override
    public String toString() {
        return Ipv4.format(network) + "/" + length;
    }
}
