package io.polycast.voq.replicate;

/** In which order the headers of a frame's copies are emitted (server-rack fabric, section 4.1). */
public enum HeaderOrder {
    /** As the table has them: the first ones find room more often. */
    FIXED,
    /** Drawn anew for each frame. */
    RANDOM
}
