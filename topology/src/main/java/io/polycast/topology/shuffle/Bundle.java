package io.polycast.topology.shuffle;

import java.util.List;

/**
 * Fibres that are laid together: from the splitters of all mirrors of a class to the p nodes that they
 * feed. A bundle crosses all partitions of a column (section IV-B).
 *
 * @param number of the mirror class
 * @param from mirrors, the one in partition 0 first
 * @param to nodes that they feed, ascending
 */
public record Bundle(int number, List<Integer> from, List<Integer> to) {
    /** Takes copies of the lists. */
    public Bundle {
        from = List.copyOf(from);
        to = List.copyOf(to);
    }

    /** Fibres of the bundle: one from each mirror to each node. */
    public int fibres() {
        return from.size() * to.size();
    }
}
