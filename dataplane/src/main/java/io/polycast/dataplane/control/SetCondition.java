package io.polycast.dataplane.control;

/**
 * Condition of a set, so that no writer overwrites an entry that it has not seen.
 *
 * @param create whether there must be no such group
 * @param ifVersion that the group must have, from 1; 0 for any
 */
public record SetCondition(boolean create, long ifVersion) {
    /** A set without conditions. */
    public static final SetCondition NONE = new SetCondition(false, 0);

    /**
     * @param id of the group, for the message
     * @param version that it has, 0 when there is none
     * @throws ControlException when the condition does not hold
     */
    public void require(final String id, final long version) throws ControlException {
        if (create && version != 0) {
            throw refusal(
                    id,
                    " exists with version "
                            + version
                            + "; set it without --create, or with --if-version "
                            + version);
        }
        if (ifVersion != 0 && version == 0) {
            throw refusal(
                    id,
                    " does not exist, not even with version "
                            + ifVersion
                            + "; set it without --if-version, or with --create");
        }
        if (ifVersion != 0 && version != ifVersion) {
            throw refusal(
                    id,
                    " has version "
                            + version
                            + ", not "
                            + ifVersion
                            + "; see what changed it (show mft "
                            + id
                            + ") and name the version that may be overwritten");
        }
    }

    private static ControlException refusal(final String id, final String why) {
        return new ControlException(ControlException.FAILED, "group " + id + why);
    }
}
