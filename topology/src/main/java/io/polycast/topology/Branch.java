package io.polycast.topology;

import java.util.List;

/**
 * A port of a switch that belongs to a multicast tree.
 *
 * @param port of the switch
 * @param node at its other end: a member host, or the next switch
 * @param hosts members, by host number, that are reached through this port
 */
public record Branch(int port, int node, List<Integer> hosts) {
    /** Takes a copy of the list. */
    public Branch {
        hosts = List.copyOf(hosts);
    }
}
