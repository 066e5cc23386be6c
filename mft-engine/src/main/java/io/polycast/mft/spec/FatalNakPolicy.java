package io.polycast.mft.spec;

/** What a NAK 0x61..0x64 of one member does to its group (design rule 6). */
public enum FatalNakPolicy {
    /** The NAK goes to the source when all other members are up to it: the group's QP ends. */
    FAIL_GROUP,
    /** The member is taken out, the group goes on. */
    EVICT_MEMBER
}
