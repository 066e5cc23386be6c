package io.polycast.topology.rack;

import java.util.List;

/**
 * A directed replication tree from one source.
 *
 * @param source terminal whose frames the tree carries
 * @param nodes that replicate: first the source, then each surrogate behind the node that feeds it
 */
public record RackTree(int source, List<RackNode> nodes) {
    /** Takes a copy of the list. */
    public RackTree {
        nodes = List.copyOf(nodes);
    }

    /** Most surrogates between the source and a destination. */
    public int levels() {
        return nodes.stream().mapToInt(RackNode::level).max().orElse(0);
    }

    /** Terminals that get a copy. */
    public int destinations() {
        return nodes.stream().mapToInt(node -> node.deliver().size()).sum();
    }

    /**
     * L of section 5.1: times that a frame crosses a link between leaf and spine. Each surrogate's copy
     * goes up once and down once; local copies cross none.
     *
     * @return crossings per frame
     */
    public int load() {
        return 2 * nodes.stream().mapToInt(node -> node.forward().size()).sum();
    }

    /**
     * L* of section 5.1: crossings if the frame went up once and the spines made one copy for each
     * egress leaf.
     *
     * @return crossings per frame, 0 when all destinations are in the source's leaf
     */
    public int idealLoad() {
        final int leaf = nodes.get(0).leaf();
        final long remote =
                nodes.stream()
                        .filter(node -> node.leaf() != leaf && !node.deliver().isEmpty())
                        .mapToInt(RackNode::leaf)
                        .distinct()
                        .count();
        return remote == 0 ? 0 : (int) remote + 1;
    }
}
