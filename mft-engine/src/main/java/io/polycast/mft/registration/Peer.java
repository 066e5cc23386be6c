package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;

/**
 * The other end of a hop.
 *
 * @param port that leads to it
 * @param mac of it, in the low 48 bits
 * @param address that packets to it carry: a host's own, or the group's for a switch
 */
record Peer(int port, long mac, MrpAddress address) {
    /** Whether packets from a port and a MAC are this peer's. */
    boolean is(final int otherPort, final long otherMac) {
        return port == otherPort && mac == otherMac;
    }
}
