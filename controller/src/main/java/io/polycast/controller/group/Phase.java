package io.polycast.controller.group;

/** What a change of a group waits for. */
public enum Phase {
    /** The source names the first PSN that is not posted. */
    PREPARE,
    /** Joiners expect that PSN. */
    EXPECT,
    /** Switches confirm the set. */
    PROPOSE,
    /** Switches put the revision in force. */
    COMMIT,
    /** Switches give up the revision that was not confirmed. */
    ABORT,
    /** Switches end the group. */
    REMOVE
}
