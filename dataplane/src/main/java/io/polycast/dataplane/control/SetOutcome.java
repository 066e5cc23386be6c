package io.polycast.dataplane.control;

import io.polycast.mft.spec.GroupChange;

/**
 * Result of a set for one group.
 *
 * @param change to the table, or null when the set was refused
 * @param version of the group, from 1
 * @param before version before, or 0 when there was no such group
 * @param refusal why it was not set, or null
 */
public record SetOutcome(GroupChange change, long version, long before, ControlException refusal) {
    /**
     * @param refusal why a group was not set
     * @return the outcome
     */
    public static SetOutcome refused(final ControlException refusal) {
        return new SetOutcome(null, 0, 0, refusal);
    }

    /**
     * @return this, of a group that was set
     * @throws ControlException when it was not
     */
    public SetOutcome orThrow() throws ControlException {
        if (refusal != null) {
            throw refusal;
        }
        return this;
    }
}
