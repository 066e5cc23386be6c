package io.polycast.core.role;

/** Datapath that serves a group. */
public enum GroupDatapath {
    /** The engine. */
    USER,
    /** The engine, until a moment when nothing is outstanding. */
    MOVING,
    /** Programs in the kernel. */
    KERNEL
}
