package io.polycast.core.event;

/** Change of a leg to another node. */
public enum LegChange {
    /** Frames may pass in both directions. */
    UP,
    /** The other node did not answer, and was given up. */
    SILENT,
    /** The other node answered, but granted and acknowledged nothing more, and was given up for a while. */
    STALLED,
    /** The other node has begun anew. */
    RESTARTED
}
