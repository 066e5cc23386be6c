package io.polycast.voq.ingress;

/** What a VOQ of a lossy lane drops when its backlog has reached the threshold (section 4.1). */
public enum VoqDrop {
    /** Nothing. */
    NONE,
    /** The copy that arrives. */
    TAIL,
    /** The copies that would be sent next, until the new one fits. They count as sent. */
    HEAD
}
