package io.polycast.core.surrogate.view;

import io.polycast.core.role.GroupPicture;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import java.util.List;

/**
 * A group of role surrogate.
 *
 * @param mcstId address of the group
 * @param entry that was set; null when IGMP alone made the group
 * @param snoopedPorts ports with members by IGMP
 * @param snoopedNodes nodes with members by IGMP
 * @param remainingNs time until the last membership ends without a new report, in ns, of a group that
 *     IGMP alone made; 0 for others
 * @param frames of the group that came in since it was set; 0 when IGMP alone made it
 * @param copies that were queued for them
 */
public record SurrogateView(
        int mcstId,
        SurrogateGroup entry,
        long snoopedPorts,
        List<String> snoopedNodes,
        long remainingNs,
        long frames,
        long copies)
        implements GroupPicture {
    /** Takes a copy of the list. */
    public SurrogateView {
        snoopedNodes = List.copyOf(snoopedNodes);
    }

    /**
     * @return ports that get copies by the entry: bit i is port i
     */
    public long deliver() {
        return entry == null ? 0 : entry.deliver();
    }

    /**
     * @return nodes that get copies by the entry
     */
    public List<String> forward() {
        return entry == null ? List.of() : entry.forward();
    }

    @Override
    public long ports() {
        return deliver() | snoopedPorts;
    }
}
