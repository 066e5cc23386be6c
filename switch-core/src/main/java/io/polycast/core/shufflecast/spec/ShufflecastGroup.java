package io.polycast.core.shufflecast.spec;

import io.polycast.parser.contract.GroupEntry;

/**
 * A group of role shufflecast.
 *
 * @param mcstId the group's IPv4 address read as an int in network order
 * @param ports whose hosts get a copy: bit i is port i
 */
public record ShufflecastGroup(int mcstId, long ports) implements GroupEntry {
    @Override
    public int pathCount() {
        return Long.bitCount(ports);
    }
}
