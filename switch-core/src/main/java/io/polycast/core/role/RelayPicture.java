package io.polycast.core.role;

import java.util.List;

/**
 * A logical node of a relay as people see it, taken between two frames.
 *
 * @param tor number of the node
 * @param version of its rules; 0 when it was told none
 * @param sources ToRs whose frames it relays, ascending
 * @param heard relays whose splitters lead to it, in order of its ports
 */
public record RelayPicture(int tor, long version, List<Integer> sources, List<Heard> heard) {
    /** Takes copies of the lists. */
    public RelayPicture {
        sources = List.copyOf(sources);
        heard = List.copyOf(heard);
    }

    /**
     * A relay whose splitter leads to the node.
     *
     * @param tor number of the relay's node
     * @param port index of the port on which it is heard
     * @param alive whether it has missed fewer heartbeats in a row than the configured number
     * @param missed heartbeats that it has missed in a row
     * @param version of its rules by its last heartbeat; 0 before the first
     */
    public record Heard(int tor, int port, boolean alive, long missed, long version) {}
}
