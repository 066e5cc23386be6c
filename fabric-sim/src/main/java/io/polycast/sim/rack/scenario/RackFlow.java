package io.polycast.sim.rack.scenario;

import java.util.List;

/**
 * A flow of frames of one size at a constant rate, to one terminal or along a tree.
 *
 * @param name in results
 * @param source port of a terminal
 * @param bytes of a frame, at least 64
 * @param gbps rate in Gb/s, above 0
 * @param fromPs time of the first frame
 * @param untilPs time of the end
 * @param nodes that replicate, the source first; a unicast flow has one node with one destination
 */
public record RackFlow(
        String name,
        int source,
        int bytes,
        double gbps,
        long fromPs,
        long untilPs,
        List<Node> nodes) {
    /** Most bytes of a frame. */
    public static final int MOST_BYTES = 9_216;

    /** Takes a copy of the list. */
    public RackFlow {
        if (bytes < 64 || bytes > MOST_BYTES || gbps <= 0) {
            throw new IllegalArgumentException("bytes=" + bytes + " gbps=" + gbps);
        }
        nodes = List.copyOf(nodes);
    }

    /**
     * A port that replicates.
     *
     * @param port source or surrogate
     * @param level 0 for the source, else the surrogates passed including this one
     * @param terminals ports that get a copy, in order
     * @param surrogates ports that get a copy, behind the terminals
     */
    public record Node(int port, int level, List<Integer> terminals, List<Integer> surrogates) {
        /** Takes copies of the lists. */
        public Node {
            terminals = List.copyOf(terminals);
            surrogates = List.copyOf(surrogates);
        }
    }

    /**
     * A flow from one port to others without surrogates.
     *
     * @param name in results
     * @param source port of a terminal
     * @param to ports of terminals, in the order of their headers
     * @param bytes of a frame
     * @param gbps rate in Gb/s
     * @return the flow, for all times
     */
    public static RackFlow direct(
            final String name,
            final int source,
            final List<Integer> to,
            final int bytes,
            final double gbps) {
        final Node node = new Node(source, 0, to, List.of());
        return new RackFlow(name, source, bytes, gbps, 0, Long.MAX_VALUE, List.of(node));
    }

    /**
     * @param from time of the first frame in ps
     * @param until time of the end in ps
     * @return this flow within that time
     */
    public RackFlow during(final long from, final long until) {
        return new RackFlow(name, source, bytes, gbps, from, until, nodes);
    }

    /**
     * @return ps from one frame to the next
     */
    public long intervalPs() {
        return Math.round(bytes * 8_000 / gbps);
    }

    /**
     * @return whether the flow has one destination
     */
    public boolean isUnicast() {
        return nodes.size() == 1
                && nodes.get(0).surrogates().isEmpty()
                && nodes.get(0).terminals().size() == 1;
    }
}
