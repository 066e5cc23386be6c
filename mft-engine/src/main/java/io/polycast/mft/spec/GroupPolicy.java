package io.polycast.mft.spec;

/**
 * Treatment of members that fail.
 *
 * @param fatalNak policy for fatal NAKs
 * @param silent policy for members that stop answering
 * @param silentAfterNs how long a member may be silent while data is outstanding, in ns
 */
public record GroupPolicy(FatalNakPolicy fatalNak, SilentPolicy silent, long silentAfterNs) {
    /** Fatal NAKs fail the group, and the switch waits for silent members for ever. */
    public static final GroupPolicy WAIT =
            new GroupPolicy(FatalNakPolicy.FAIL_GROUP, SilentPolicy.FREEZE, 0);
}
