package io.polycast.controller.log;

import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;

/**
 * A group as operators see it.
 *
 * @param name of the group
 * @param id McstID
 * @param revision in force, 16 bits; 0 before the first
 * @param state {@code collecting}, {@code registering}, {@code registered}, {@code changing}, {@code
 *     removing}, {@code unicast} when no switch has the group and it sends by unicast
 * @param mode in force, with its number and reason
 * @param source of the data, or {@link MrpAddress#NONE}
 * @param members in the order in which they joined
 * @param missing that are wanted or have not confirmed
 */
public record GroupView(
        String name,
        int id,
        int revision,
        String state,
        ModeDecision mode,
        MrpAddress source,
        List<MemberView> members,
        List<MrpAddress> missing) {
    /**
     * A member.
     *
     * @param ip of the host
     * @param qpn of its queue pair
     * @param state {@code member}, {@code joining}, {@code evicted}, {@code demoted}
     * @param connected whether its agent has a connection
     */
    public record MemberView(MrpAddress ip, int qpn, String state, boolean connected) {}
}
