package io.polycast.mft.spec;

/** Effect of one member's fatal NAK (0x61 to 0x64) on its group (docs/protocol.md, rule 6). */
public enum FatalNakPolicy {
    /** The NAK goes to the source when all other members are up to it: the group's QP ends. */
    FAIL_GROUP,
    /** The member is taken out, the group goes on. */
    EVICT_MEMBER
}
