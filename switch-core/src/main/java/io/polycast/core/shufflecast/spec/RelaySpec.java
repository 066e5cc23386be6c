package io.polycast.core.shufflecast.spec;

import java.util.List;

/**
 * A logical node: one splitter, and the splitters that lead to it.
 *
 * @param tor number of the node, in [0, {@link SourceRange#tors})
 * @param splitter index of the port that leads to its splitter, in [0, 64)
 * @param in indexes of the ports that splitters lead to, in [0, 64)
 * @param upstreams nodes whose splitters lead to it, as many as {@code in}
 * @param rules sources that the node relays without being told; null when a control tells them
 */
public record RelaySpec(
        int tor, int splitter, List<Integer> in, List<Integer> upstreams, List<Integer> rules) {
    /** Takes copies of the lists. */
    public RelaySpec {
        in = List.copyOf(in);
        upstreams = List.copyOf(upstreams);
        rules = rules == null ? null : List.copyOf(rules);
    }
}
