package io.polycast.core.role;

import java.util.List;

/**
 * Rules of one logical node of a relay, complete: they replace those before.
 *
 * @param tor number of the logical node, in [0, 65536)
 * @param version of the rules, from 1 on; only greater ones replace it
 * @param sources ToRs whose frames the node relays into its splitter
 */
public record RuleSet(int tor, long version, List<Integer> sources) {
    /** Takes a copy of the list. */
    public RuleSet {
        sources = List.copyOf(sources);
    }
}
