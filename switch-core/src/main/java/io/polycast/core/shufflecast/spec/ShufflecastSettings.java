package io.polycast.core.shufflecast.spec;

import io.polycast.core.role.RoleSettings;
import java.util.List;

/**
 * The {@code shufflecast:} section.
 *
 * @param relays logical nodes of this ToR, at least one; the first delivers to members
 * @param sources addresses of all ToRs
 * @param heartbeatNs time between two heartbeats, in ns
 * @param missed heartbeats in a row without which a relay counts as silent, at least 1
 */
public record ShufflecastSettings(
        List<RelaySpec> relays, SourceRange sources, long heartbeatNs, int missed)
        implements RoleSettings {
    /** Takes a copy of the list. */
    public ShufflecastSettings {
        relays = List.copyOf(relays);
    }
}
