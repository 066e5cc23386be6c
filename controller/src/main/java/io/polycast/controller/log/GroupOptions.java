package io.polycast.controller.log;

import io.polycast.parser.mrp.MrpGroup;

/**
 * What an operator may choose for a group.
 *
 * @param memoryBase group-virtual address that maps to every member's va
 * @param policies of members that fail
 */
public record GroupOptions(long memoryBase, MrpGroup.Policies policies) {
    /** No base, waits for ever. */
    public static final GroupOptions DEFAULT = new GroupOptions(0, MrpGroup.Policies.WAIT);
}
