package io.polycast.core.surrogate.spec;

import io.polycast.parser.contract.GroupEntry;
import java.util.List;

/**
 * A group of role surrogate.
 *
 * @param mcstId the group's IPv4 address read as an int in network order
 * @param deliver ports whose hosts get a copy: bit i is port i
 * @param forward names of the nodes that get a copy, each once; the node must have a leg to each
 */
public record SurrogateGroup(int mcstId, long deliver, List<String> forward) implements GroupEntry {
    /** Takes a copy of the list. */
    public SurrogateGroup {
        forward = List.copyOf(forward);
    }

    @Override
    public int pathCount() {
        return Long.bitCount(deliver) + forward.size();
    }
}
