package io.polycast.controller.safeguard;

/** Why a group left the tree. The cause says what leads back. */
public enum Cause {
    /** An application asked; data of the source leads back. */
    ASKED,
    /** The switches refused the group; their confirmation leads back. */
    REFUSED,
    /** Goodput was low; data of the source leads back. */
    SLOW
}
