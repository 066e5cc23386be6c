package io.polycast.core.role;

import io.polycast.parser.contract.GroupEntry;

/**
 * A group of {@link HoldingRole}: its frames are held for a time and leave on one port.
 *
 * @param mcstId of the group
 * @param port index of the port on which its frames leave
 * @param timeNs that a frame is held, in ns, at least 1
 */
public record HoldEntry(int mcstId, int port, long timeNs) implements GroupEntry {
    @Override
    public int pathCount() {
        return 1;
    }
}
