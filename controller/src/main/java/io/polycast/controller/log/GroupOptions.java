package io.polycast.controller.log;

import io.polycast.controller.safeguard.Multicast;
import io.polycast.parser.mrp.MrpGroup;

/**
 * What an operator may choose for a group.
 *
 * @param memoryBase group-virtual address that maps to every member's va
 * @param policies of members that fail
 * @param multicast whether the group may use the tree, or null for the controller's default
 * @param fallbackBelow goodput that is too little, in percent of the median, or 0 for the controller's default
 */
public record GroupOptions(
        long memoryBase, MrpGroup.Policies policies, Multicast multicast, int fallbackBelow) {
    /** No base, waits for ever, the controller's defaults. */
    public static final GroupOptions DEFAULT = new GroupOptions(0, MrpGroup.Policies.WAIT, null, 0);
}
