package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/** Unicast routes of a switch, as registration needs them. */
public interface UnicastTable {
    /** No switch at a port. */
    long NO_SWITCH = -1;

    /**
     * Ways to a node.
     *
     * @param node to reach
     * @return the ports on shortest paths, in order of port; empty when there is none
     */
    List<Hop> hops(MrpAddress node);

    /**
     * The neighbour of a port.
     *
     * @param port in [0, 64)
     * @return MAC of the switch at its other end, in the low 48 bits, or {@link #NO_SWITCH}
     */
    long switchAt(int port);

    /**
     * A host sent an authentic packet, so that it is known where the host is.
     *
     * @param host address of its own
     * @param port in [0, 64)
     * @param mac in the low 48 bits
     */
    default void hear(final MrpAddress host, final int port, final long mac) {}

    /**
     * A way to a node.
     *
     * @param port in [0, 64)
     * @param mac of the node or the next switch, in the low 48 bits
     * @param isHost whether the node itself is at the port's other end
     */
    record Hop(int port, long mac, boolean isHost) {}
}
