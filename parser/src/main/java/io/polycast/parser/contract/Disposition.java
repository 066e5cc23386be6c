package io.polycast.parser.contract;

/**
 * Classes of endings. Every frame that enters a switch ends in exactly one class, or is still
 * {@link #HELD}.
 */
public enum Disposition {
    /** Left through the wire's other port, unchanged. */
    FORWARDED,
    /** Left as n &gt;= 0 copies along a group's paths. */
    REPLICATED,
    /** Consumed or answered by the switch itself: ARP, ND, registration. */
    CONSUMED,
    /** Feedback that became part of the group's state, and perhaps caused an aggregate to leave. */
    ABSORBED,
    /** Held back on purpose by a rule of the protocol. */
    FILTERED,
    /** Lost for a named reason. */
    DROPPED,
    /** Not ended yet: the role keeps the frame in its {@link FrameStore}. */
    HELD
}
