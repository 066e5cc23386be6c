package io.polycast.controller.safeguard;

import io.polycast.parser.mrp.MrpAddress;
import java.util.Set;

/**
 * What a watch has to know of a group.
 *
 * @param epoch of the group's connections; another group of the name has another one
 * @param source host that may post, or {@link MrpAddress#NONE}
 * @param hosts members
 * @param number of the decision in force
 * @param settings of the group
 * @param judged whether low goodput would lead away from the tree now
 */
public record GuardView(
        long epoch,
        MrpAddress source,
        Set<MrpAddress> hosts,
        long number,
        SafeguardSettings settings,
        boolean judged) {}
