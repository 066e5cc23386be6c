package io.polycast.core.surrogate.spec;

/**
 * A leg: the way to one other node.
 *
 * @param node name of the other node
 * @param port index of the port that leads to it, in [0, 64)
 * @param mac of the other node, 48 bits
 * @param uplink whether the other node is above this one in the tree: IGMP reports go there
 */
public record LegSpec(String node, int port, long mac, boolean uplink) {}
