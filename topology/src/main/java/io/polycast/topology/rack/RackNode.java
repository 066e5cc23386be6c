package io.polycast.topology.rack;

import java.util.List;

/**
 * A port that replicates in a {@link RackTree}: the source, or the surrogate of a leaf.
 *
 * @param leaf of the port
 * @param level 0 for the source, else the surrogates that a frame has passed including this one
 * @param deliver terminals of the same leaf that get a copy from this port
 * @param forward leaves whose surrogate gets a copy from this port
 */
public record RackNode(int leaf, int level, List<Integer> deliver, List<Integer> forward) {
    /** Takes copies of the lists. */
    public RackNode {
        deliver = List.copyOf(deliver);
        forward = List.copyOf(forward);
    }

    /** Copies that the port makes of each frame, |f|. */
    public int fanout() {
        return deliver.size() + forward.size();
    }
}
