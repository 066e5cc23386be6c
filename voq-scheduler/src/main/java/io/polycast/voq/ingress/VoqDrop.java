package io.polycast.voq.ingress;

/** Choice of the copy that a lossy lane drops when the backlog of its VOQ reaches the threshold (section 4.1). */
public enum VoqDrop {
    /** Nothing. */
    NONE,
    /** The copy that arrives. */
    TAIL,
    /** The copies that would be sent next, until the new one fits. They count as sent. */
    HEAD
}
