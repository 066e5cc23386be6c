package io.polycast.topology.shuffle;

import java.util.List;

/**
 * A ToR switch and the logical nodes that it plays. A ToR of several nodes has a splitter and p receivers
 * for each, relays for each by its own rules, and receives every frame once for each.
 *
 * @param number of the switch
 * @param nodes logical ToRs, ascending, no two of them mirrors
 */
public record PhysicalTor(int number, List<Integer> nodes) {
    /** Takes a copy of the list. */
    public PhysicalTor {
        nodes = List.copyOf(nodes);
    }

    /** The node whose receivers deliver to local members: one, so that a member gets each frame once. */
    public int deliveringNode() {
        return nodes.get(0);
    }

    /**
     * @param node at which a frame arrives, one of this ToR's
     * @param source logical ToR from which it comes
     * @return whether local members get it; frames of this ToR's own nodes were delivered when its hosts
     *     sent them
     */
    public boolean delivers(final int node, final int source) {
        return node == deliveringNode() && !nodes.contains(source);
    }
}
